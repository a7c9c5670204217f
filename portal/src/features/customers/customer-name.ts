import type { Customer } from '@corvane/shared/contracts/backend/customers';

/** Reps may leave out name and company when they qualify a customer. The address is always there. */
export function customerName({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name || email;
}
