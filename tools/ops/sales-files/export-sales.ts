import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import { z } from 'zod';
import { formatDollars } from '../../../shared/src/lib/dollars.ts';
import type { OpsApi } from '../../ops-api/ops-api.ts';
import { writeWhole } from '../command-line/write-whole.ts';
import { SALES_COLUMNS } from './sales-row.ts';
import { typedCell } from './typed-cell.ts';

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
  const rows = async function* () {
    for await (const row of readSales(api, repId)) {
      written += 1;
      yield row;
    }
  };
  const csv = stringify({ header: true, columns: [...SALES_COLUMNS], record_delimiter: 'windows' });
  if (out === null) await pipeline(Readable.from(rows()), csv, process.stdout as Writable, { end: false });
  else await pipeline(Readable.from(rows()), csv, (lines) => writeWhole(out, lines));
  return written;
}

async function* readSales(api: OpsApi, repId: string): AsyncGenerator<Record<string, string>> {
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
    for (const sale of page) {
      yield {
        id: sale.id,
        rep_email: typedCell(sale.rep_email),
        lead_email: typedCell(sale.lead_email ?? ''),
        sale_date: sale.sale_date,
        product_name: typedCell(sale.product_name),
        billing_frequency: sale.billing_frequency,
        sale_amount: formatDollars(sale.sale_amount),
        commission: formatDollars(sale.commission),
        cancelled_at: sale.cancelled_at ?? '',
      };
    }
    last = page.at(-1);
    if (page.length < PAGE_ROWS) return;
  }
}
