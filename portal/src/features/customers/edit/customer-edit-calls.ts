import {
  type CustomerTexts,
  type EditCustomerResponse,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customer-edit';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

export interface CustomerEdit {
  customerId: string;
  /** What the form began with. */
  before: CustomerTexts;
  after: CustomerTexts;
}

/** Writes only where nobody has changed the texts meanwhile; the answer says so, and what is stored. */
export async function editCustomer(api: ApiClient, edit: CustomerEdit): Promise<EditCustomerResponse> {
  return editCustomerResponseSchema.parse(await api.invoke('edit-customer', edit));
}
