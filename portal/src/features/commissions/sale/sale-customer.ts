import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales/sales-table';

interface SaleCustomer {
  name: string;
  /** The second line: company and address, as far as they are known and not the name. */
  detail: string;
}

/** The customer of a sale. Reps may leave out name and company, so the address replaces a missing name. */
export function customerOfSale({ customer }: Pick<SalesTableRow, 'customer'>): SaleCustomer {
  if (customer === null) return { name: 'Unknown Customer', detail: '' };
  const name = customer.name || customer.email || 'Unknown Customer';
  const further = [customer.company, name === customer.email ? '' : customer.email];
  return { name, detail: further.filter((part) => part !== '').join(' · ') };
}
