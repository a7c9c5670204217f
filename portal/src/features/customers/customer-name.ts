import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';

/** A customer's display name. Reps may leave out name and company, but the address is always present. */
export function customerName({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name || email;
}
