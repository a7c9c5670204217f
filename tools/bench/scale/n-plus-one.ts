import type { Page, Request } from '@playwright/test';
import { median } from '../samples.ts';

/** Rows that the API hands out in one answer at most. */
const API_MAX_ROWS = 1_000;
const RECORD_RUNS = 3;

interface NPlusOneTimes {
  /** Calls for {@link API_MAX_ROWS} records each. */
  recordsMs: number[];
  rowCount: number;
  /** Customers and products of that many rows: one row after the other, and all at once. */
  inTurnMs: number;
  atOnceMs: number;
}

/** Total time of the whole way, estimated from its measured part. */
export function extrapolate(
  { recordsMs, rowCount, atOnceMs, inTurnMs }: NPlusOneTimes,
  salesCount: number,
): number {
  const perRowMs = Math.min(atOnceMs, inTurnMs) / rowCount;
  return median(recordsMs) * Math.ceil(salesCount / API_MAX_ROWS) + perRowMs * salesCount;
}

/**
 * The specification's way, in the same page and session: the records, then for each row a call for its customer and one
 * for its product.
 * @param request a call that the page made before, for its key and token
 */
export async function measureNPlusOne(
  page: Page,
  request: Request,
  repId: string,
  rowCount: number,
): Promise<NPlusOneTimes> {
  const { authorization = '', apikey = '' } = await request.allHeaders();
  const asked = { repId, rowCount, runs: RECORD_RUNS, headers: { authorization, apikey } };
  return page.evaluate(async ({ repId, rowCount, runs, headers }) => {
    interface SalesRecord {
      qualified_lead_id: string | null;
      product_name: string;
    }
    const call = async (name: string, args: unknown): Promise<unknown> => {
      const answer = await fetch(`/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      });
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      return answer.json();
    };
    const customerAndProduct = (record: SalesRecord) =>
      Promise.all([
        record.qualified_lead_id && call('get_lead_by_id', { lead_id_param: record.qualified_lead_id }),
        call('get_product_description', { product_name_param: record.product_name }),
      ]);
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    let records: SalesRecord[] = [];
    const recordsMs: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const fetchRecords = async () => {
        records = (await call('get_sales_records_by_rep', { sales_rep_id_param: repId })) as SalesRecord[];
      };
      recordsMs.push(await timed(fetchRecords));
    }
    const rows = records.slice(0, rowCount);
    const inTurnMs = await timed(async () => {
      for (const row of rows) await customerAndProduct(row);
    });
    const atOnceMs = await timed(() => Promise.all(rows.map(customerAndProduct)));
    return { recordsMs, rowCount: rows.length, inTurnMs, atOnceMs };
  }, asked);
}
