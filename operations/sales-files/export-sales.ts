import { pipeline } from 'node:stream/promises';
import { formatDollars } from '@corvane/shared/lib/dollars';
import { BYTE_ORDER_MARK, csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';
import { z } from 'zod';
import type { OpsApi } from '../api/ops-api.ts';
import { writeWhole } from '../command-line/write-whole.ts';
import { SALES_COLUMNS, type SalesColumn } from './sales-row.ts';

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

/**
 * Writes all sales of a representative, newest first, with the columns that an import takes.
 * @param out a file, which is written completely or not at all. Null: the standard output.
 * @returns the number of written sales.
 */
export async function exportSales(api: OpsApi, repId: string, out: string | null): Promise<number> {
  let written = 0;
  const lines = async function* () {
    yield `${BYTE_ORDER_MARK}${csvLine(SALES_COLUMNS)}`;
    for await (const sales of readSales(api, repId)) {
      written += sales.length;
      yield sales.map((sale) => csvLine(SALES_COLUMNS.map((column) => sale[column]))).join('');
    }
  };
  if (out === null) await pipeline(lines(), process.stdout, { end: false });
  else await writeWhole(out, lines());
  return written;
}

async function* readSales(api: OpsApi, repId: string): AsyncGenerator<Record<SalesColumn, string>[]> {
  let last: { sale_date: string; id: string } | undefined;
  for (;;) {
    const page = pageSchema.parse(
      await api.rpc('export_sales', {
        sales_rep_id_param: repId,
        after_sale_date_param: last?.sale_date ?? null,
        after_id_param: last?.id ?? null,
        limit_param: PAGE_ROWS,
      }),
    );
    yield page.map((sale) => ({
      id: sale.id,
      rep_email: csvCell(sale.rep_email),
      lead_email: csvCell(sale.lead_email ?? ''),
      sale_date: sale.sale_date,
      product_name: csvCell(sale.product_name),
      billing_frequency: sale.billing_frequency,
      sale_amount: formatDollars(sale.sale_amount),
      commission: formatDollars(sale.commission),
      cancelled_at: sale.cancelled_at ?? '',
    }));
    last = page.at(-1);
    if (page.length < PAGE_ROWS) return;
  }
}
