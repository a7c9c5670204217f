import type { Customer } from '@corvane/shared/contracts/backend/customers';

/** Name and company may be left empty when a rep qualifies a customer; the address never is. */
export function customerName({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name || email;
}
