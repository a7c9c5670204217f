import {
  type CustomerTexts,
  type EditCustomerResponse,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customers/customer-edit';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';

interface CustomerEdit {
  customerId: string;
  /** The texts that the form started with. */
  before: CustomerTexts;
  after: CustomerTexts;
}

/**
 * Writes only if the texts have not changed meanwhile. The answer says whether they did, and contains the stored
 * texts.
 */
export async function editCustomer(api: ApiClient, edit: CustomerEdit): Promise<EditCustomerResponse> {
  return editCustomerResponseSchema.parse(await api.invoke('edit-customer', edit));
}
