import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales-table';

export interface SaleCustomer {
  name: string;
  /** Second line: the company, or the address where only that is known; '' for none. */
  detail: string;
}

/** Who bought. Name and company are optional when a rep qualifies a customer, so the address stands in for a name. */
export function customerOfSale({ lead }: Pick<SalesTableRow, 'lead'>): SaleCustomer {
  if (lead === null) return { name: 'Unknown Customer', detail: '' };
  const name = lead.name || lead.email || 'Unknown Customer';
  return { name, detail: lead.company || (name === lead.email ? '' : lead.email) };
}
