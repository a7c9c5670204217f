import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Backend, startBackend } from '@corvane/tools/stack/backend/backend';
import type { TestDatabase } from '@corvane/tools/stack/backend/schema/test-database';
import { seededDatabase } from '../../supabase/tests/stand/database-template.ts';
import { OpsApi } from '../api/ops-api.ts';
import { parseOpsArguments } from '../parse-ops-arguments.ts';

const SITE_URL = 'http://localhost';
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

interface ImportOptions {
  signal: AbortSignal;
  fetch: typeof fetch;
  confirm(question: string): Promise<void>;
}

/** The setting for tests of `ops sales`: the demonstration's data, and a folder for files. */
export class SalesStand {
  readonly dir: string;
  readonly backend: Backend;
  readonly #database: TestDatabase;

  private constructor(dir: string, backend: Backend, database: TestDatabase) {
    this.dir = dir;
    this.backend = backend;
    this.#database = database;
  }

  static async start(): Promise<SalesStand> {
    const dir = await mkdtemp(path.join(tmpdir(), 'corvane-ops-'));
    const database = await seededDatabase();
    const env = { DATABASE_URL: database.url };
    const options = { dataDir: dir, siteUrl: SITE_URL, env, seed: true, log: () => {} };
    const backend = await startBackend(options);
    return new SalesStand(dir, backend, database);
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.#database.drop();
    await rm(this.dir, { recursive: true });
  }

  /** Leaves the demonstration's sales alone. */
  async clear(): Promise<void> {
    await this.backend.sql(
      `delete from public.sales_records where id::text like 'd0000000-0000-4000-a000-%'`,
    );
    await this.backend.sql('delete from private.sales_imports');
  }

  /** Changes with any sale, and with any row that waits to become one. */
  async fingerprint(): Promise<string> {
    const [row] = await this.backend.sql<{ hash: string }>(`
      select md5(string_agg(s::text, '|' order by s.id)) || (select count(*) from private.staged_sales) as hash
      from public.sales_records s`);
    return row?.hash ?? '';
  }

  async importedIds(): Promise<string[]> {
    const rows = await this.backend.sql<{ id: string }>(
      `select id::text from public.sales_records where id::text like 'd0000000-0000-4000-a000-%' order by id`,
    );
    return rows.map((row) => row.id);
  }

  readonly fetch: typeof fetch = (input, init) =>
    this.backend.fetch(new Request(input, init), { ip: '192.0.2.1' });

  /** Calls a procedure as operators do. @returns its answer */
  async rpc(name: string, args: unknown): Promise<unknown> {
    const answer = await this.fetch(`${SITE_URL}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: this.backend.secretKey, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    });
    return answer.json();
  }

  /** Runs a command line. @returns its output and its error */
  async ops(
    args: readonly string[],
    {
      signal = new AbortController().signal,
      fetch = this.fetch,
      confirm = async () => {},
    }: Partial<ImportOptions> = {},
  ): Promise<string[]> {
    const { command, ...said } = parseOpsArguments(args);
    const lines: string[] = [];
    const connection = { url: SITE_URL, secretKey: this.backend.secretKey, salesIdPepper: null, fetch };
    await command
      .run({
        api: new OpsApi(connection),
        salesIdPepper: null,
        ...said,
        connection,
        env: {},
        exitWith: () => {},
        stopSignal: () => signal,
        print: (text) => lines.push(text),
        confirm,
      })
      .catch((error: Error) => lines.push(`error: ${error.message}`));
    return lines;
  }

  /** Imports a file of this content. */
  async import(text: string | Buffer, options: Partial<ImportOptions> = {}): Promise<string[]> {
    const file = path.join(this.dir, 'sales.csv');
    await writeFile(file, text);
    return this.ops(['sales', 'import', file], options);
  }
}
