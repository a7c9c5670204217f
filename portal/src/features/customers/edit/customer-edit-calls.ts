import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type CustomerTexts,
  type EditCustomerResponse,
  editCustomerResponseSchema,
} from '@corvane/shared/contracts/backend/customers/customer-edit';

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
export async function editCustomer(api: Api, edit: CustomerEdit): Promise<EditCustomerResponse> {
  return ask(api, 'edit-customer', edit, editCustomerResponseSchema);
}
