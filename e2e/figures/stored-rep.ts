import { addRep } from '../ops.ts';
import { insertRows } from '../stack.ts';
import type { FigureSale } from './sample.ts';

/** Adds a representative with these sales. @returns the sales ID to sign in with */
export async function storeRep(sales: readonly FigureSale[]): Promise<string> {
  const rep = await addRep('Figures');
  const leads = [...new Map(sales.flatMap(({ lead }) => (lead ? [[lead.id, lead] as const] : []))).values()];
  const other = leads.some(({ isHidden }) => isHidden) ? await addRep('Somebody else') : rep;
  await insertRows(
    'qualified_leads',
    leads.map(({ isHidden, ...lead }) => ({ ...lead, qualified_by: isHidden ? other.id : rep.id })),
  );
  await insertRows(
    'sales_records',
    sales.map(({ lead, ...sale }) => ({
      ...sale,
      sales_rep_id: rep.id,
      qualified_lead_id: lead?.id ?? null,
    })),
  );
  return rep.salesId;
}
