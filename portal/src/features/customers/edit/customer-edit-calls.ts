import {
  type CustomerTexts,
  type EditCustomerResponse,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customer-edit';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

export interface CustomerEdit {
  customerId: string;
  /** The texts that the form started with. */
  before: CustomerTexts;
  after: CustomerTexts;
}

/** Writes only if nobody changed the texts meanwhile. The answer says so, and holds the stored texts. */
export async function editCustomer(api: ApiClient, edit: CustomerEdit): Promise<EditCustomerResponse> {
  return editCustomerResponseSchema.parse(await api.invoke('edit-customer', edit));
}
