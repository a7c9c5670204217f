import type { SalesColumn } from '@corvane/shared/contracts/backend/sales/sales-row';
import { formatDollars } from '@corvane/shared/lib/money';
import { csvCell } from '@corvane/shared/lib/spreadsheet-text';
import { z } from 'zod';
import type { OpsApi } from '../api/ops-api.ts';
import { exportRows } from '../command-line/export-rows.ts';

const PAGE_ROWS = 2_000;

const pageSchema = z.array(
  z.object({
    id: z.uuid(),
    rep_email: z.string(),
    lead_email: z.string().nullable(),
    sale_date: z.string(),
    product_name: z.string(),
    billing_frequency: z.string(),
    sale_amount: z.number().int(),
    commission: z.number().int(),
    cancelled_at: z.string().nullable(),
  }),
);

type StoredSale = z.infer<typeof pageSchema>[number];

const COLUMNS: Readonly<Record<SalesColumn, (sale: StoredSale) => string>> = {
  id: (sale) => sale.id,
  rep_email: (sale) => csvCell(sale.rep_email),
  lead_email: (sale) => csvCell(sale.lead_email ?? ''),
  sale_date: (sale) => sale.sale_date,
  product_name: (sale) => csvCell(sale.product_name),
  billing_frequency: (sale) => sale.billing_frequency,
  sale_amount: (sale) => formatDollars(sale.sale_amount),
  commission: (sale) => formatDollars(sale.commission),
  cancelled_at: (sale) => sale.cancelled_at ?? '',
};

/**
 * Writes all sales of a representative, newest first, with the columns that an import takes.
 * @param out a file. Null: the standard output.
 * @returns the number of written sales.
 */
export function exportSales(api: OpsApi, repId: string, out: string | null): Promise<number> {
  return exportRows(out, 'csv', readSales(api, repId), COLUMNS);
}

async function* readSales(api: OpsApi, repId: string): AsyncGenerator<StoredSale[]> {
  let last: StoredSale | undefined;
  for (;;) {
    const page = pageSchema.parse(
      await api.rpc('export_sales', {
        sales_rep_id_param: repId,
        after_sale_date_param: last?.sale_date ?? null,
        after_id_param: last?.id ?? null,
        limit_param: PAGE_ROWS,
      }),
    );
    yield page;
    last = page.at(-1);
    if (page.length < PAGE_ROWS) return;
  }
}
