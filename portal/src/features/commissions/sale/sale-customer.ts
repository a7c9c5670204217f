import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales-table';

export interface SaleCustomer {
  name: string;
  /** Second line: the company, or the address where only that is known; '' for none. */
  detail: string;
}

/** Who bought. Name and company are optional when a rep qualifies a customer, so the address stands in for a name. */
export function customerOfSale({ customer }: Pick<SalesTableRow, 'customer'>): SaleCustomer {
  if (customer === null) return { name: 'Unknown Customer', detail: '' };
  const name = customer.name || customer.email || 'Unknown Customer';
  return { name, detail: customer.company || (name === customer.email ? '' : customer.email) };
}
