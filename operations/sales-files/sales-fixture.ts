import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeAll } from 'vitest';
import { OpsApi } from '../api/ops-api.ts';
import type { OpsContext } from '../command-line/ops-command.ts';
import { runOps, useOpsFixture } from '../ops-fixture.ts';

export const DANA = 'dana.whitfield@corvane.example';
export const MARCUS = 'marcus.oyelaran@corvane.example';
/** A customer of Dana's, and one of Marcus's. */
export const PRIYA = 'priya.raman@hartwellmedia.example';
export const INGRID = 'ingrid.solberg@fjordtech.example';
export const HEADER =
  'id,rep_email,lead_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';

/** Id of the n-th sale of a test. */
export const saleId = (n: number) => `d0000000-0000-4000-a000-${String(n).padStart(12, '0')}`;

/** The n-th sale of a test as a line of a file. */
export function saleLine(n: number, changes: Partial<Record<string, string>> = {}): string {
  const cells = {
    id: saleId(n),
    rep_email: DANA,
    lead_email: PRIYA,
    sale_date: '2026-11-20',
    product_name: 'Moonshot',
    billing_frequency: 'monthly',
    sale_amount: '4000.00',
    commission: '320.00',
    cancelled_at: '',
    ...changes,
  };
  return Object.values(cells).join(',');
}

/** The setting for the tests of a file of `ops sales`: the demonstration's data, and a folder for files. */
export function useSalesFixture() {
  const { fixture, sql } = useOpsFixture();
  const IMPORTED = `id::text like 'd0000000-0000-4000-a000-%'`;

  /** Changes with any sale, and with any row that waits to become one. */
  async function fingerprint(): Promise<string> {
    const [row] = await sql<{ hash: string }>(`
      select md5(string_agg(s::text, '|' order by s.id)) || (select count(*) from private.staged_sales) as hash
      from public.sales_records s`);
    return row?.hash ?? '';
  }

  let untouched: string;
  beforeAll(async () => {
    untouched = await fingerprint();
  });
  // Leaves the demonstration's sales alone.
  afterEach(async () => {
    await sql(`delete from public.sales_records where ${IMPORTED}`);
    await sql('delete from private.sales_imports');
  });

  const fetch: typeof globalThis.fetch = (input, init) => fixture().connection.fetch(input, init);

  /** Runs a command line. @returns its output and its error */
  async function ops(
    args: readonly string[],
    { fetch: ownFetch = fetch, ...context }: Partial<OpsContext> & { fetch?: typeof globalThis.fetch } = {},
  ): Promise<string[]> {
    const lines: string[] = [];
    const print = (line: string) => void lines.push(line);
    await runOps({ ...fixture().connection, fetch: ownFetch }, args, { print, ...context }).catch(
      (error: Error) => print(`error: ${error.message}`),
    );
    return lines;
  }

  return {
    sql,
    fetch,
    ops,
    fingerprint,
    /** The fingerprint before any import. */
    untouched: () => untouched,
    inFolder: (name: string) => path.join(fixture().dataDir, name),
    /** Calls a procedure as operators do. */
    rpc: (name: string, args: Record<string, unknown>) => new OpsApi(fixture().connection).rpc(name, args),

    async importedIds(): Promise<string[]> {
      const rows = await sql<{ id: string }>(
        `select id::text from public.sales_records where ${IMPORTED} order by id`,
      );
      return rows.map((row) => row.id);
    },

    /** Imports a file of this content. */
    async import(text: string | Buffer, options: Parameters<typeof ops>[1] = {}): Promise<string[]> {
      const file = path.join(fixture().dataDir, 'sales.csv');
      await writeFile(file, text);
      return ops(['sales', 'import', file], options);
    },
  };
}
