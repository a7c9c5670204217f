import { type AddedRep, addRep } from '../ops.ts';
import { insertRows } from '../stack.ts';
import type { FigureSale } from './sample.ts';

/** Adds a representative with these sales. */
export async function storeRep(sales: readonly FigureSale[]): Promise<AddedRep> {
  const rep = await addRep('Figures');
  const customers = [
    ...new Map(
      sales.flatMap(({ customer }) => (customer ? [[customer.id, customer] as const] : [])),
    ).values(),
  ];
  const other = customers.some(({ isHidden }) => isHidden) ? await addRep('Somebody else') : rep;
  await insertRows(
    'qualified_leads',
    customers.map(({ isHidden, ...customer }) => ({
      ...customer,
      qualified_by: isHidden ? other.id : rep.id,
    })),
  );
  await insertRows(
    'sales_records',
    sales.map(({ customer, ...sale }) => ({
      ...sale,
      sales_rep_id: rep.id,
      qualified_lead_id: customer?.id ?? null,
    })),
  );
  return rep;
}
