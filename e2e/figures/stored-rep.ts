import { addRep } from '../ops.ts';
import { stack } from '../stack.ts';
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

async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return;
  const response = await fetch(`${stack.url}/rest/v1/${table}`, {
    method: 'POST',
    headers: { apikey: stack.secretKey, 'Content-Type': 'application/json', Prefer: 'return=minimal' },
    body: JSON.stringify(rows),
  });
  if (!response.ok) throw new Error(`Writing ${table} answered ${response.status}: ${await response.text()}`);
}
