import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { backendPathOf } from '../../../shared/src/contracts/backend/calls.ts';
import {
  SALES_SORTS,
  SORT_DIRECTIONS,
  salesTablePageSchema,
} from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { type Backend, startBackend } from '../../stack/backend/backend.ts';
import { DEMO_REP_ID } from '../../stack/backend/engine/seed.ts';
import { generateSales } from './generate-sales.ts';

const SITE_URL = 'http://localhost';
const RUNS = 15;
const FEW = 10_000;
const MANY = 1_000_000;
const PAGES = 100;
/** Rows for which the calls of the specification's way are really made. The rest is extrapolated from them. */
const N_PLUS_ONE_ROWS = 100;
/** Rows that the API hands out in one answer at most. */
const API_MAX_ROWS = 1_000;

/** Medians in milliseconds, by name of the call. */
type Medians = Map<string, number>;

/**
 * The calls of the portal for a representative with few and with many sales, each in a throw-away database: medians
 * over the API, and their ratio. Beside them, in the same run, the way of the specification: all records, then a call
 * for the customer and one for the product of each.
 *
 *   npx -y pnpm@12 exec node tools/bench/scale/sales-at-scale.ts
 */
runCommand(async () => {
  const small = await measureIn(FEW);
  const large = await measureIn(MANY);
  console.log(`Medians of ${RUNS} calls over the API, ms: ${FEW} sales | ${MANY} sales | ratio`);
  for (const [name, largeMs] of large) {
    const smallMs = small.get(name) ?? Number.NaN;
    console.log(
      `${name.padEnd(46)} ${smallMs.toFixed(1).padStart(10)} ${largeMs.toFixed(1).padStart(12)} ${(largeMs / smallMs).toFixed(2).padStart(8)}`,
    );
  }
});

async function measureIn(count: number): Promise<Medians> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  try {
    const backend = await startBackend({
      dataDir,
      siteUrl: SITE_URL,
      env: {},
      seed: true,
      log: () => {},
    });
    try {
      const startedAt = performance.now();
      await generateSales(backend.sql, DEMO_REP_ID, count);
      console.log(`${count} sales were made in ${Math.round((performance.now() - startedAt) / 1000)} s`);
      return await measureCalls(backend, count);
    } finally {
      await backend.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Call = (name: string, args: Record<string, unknown>) => Promise<unknown>;

async function measureCalls(backend: Backend, count: number): Promise<Medians> {
  const call = await signIn(backend);
  const medians: Medians = new Map();
  const measure = async (name: string, work: () => Promise<unknown>) =>
    medians.set(name, await medianOf(work));
  const table = (args: Record<string, unknown>) => () => call('get_sales_table', args);
  const dashboard = (filter: Record<string, unknown>) => () => call('get_sales_dashboard', { filter });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

  const filters: [string, Record<string, unknown>][] = [
    ['no filter', {}],
    ['the last 30 days', { from: daysAgo(30) }],
    ['the last 365 days', { from: daysAgo(365) }],
    ['one product, cancelled', { products: ['Moonshot'], statuses: ['cancelled'] }],
    ['annual only', { billing_frequencies: ['annual'] }],
    ['search for a customer', { search: 'customer 00042' }],
    ['search that finds nearly all', { search: 'customer' }],
    ['search that finds half', { search: 'customer 00' }],
    ['search that finds nothing', { search: 'nobody of that name' }],
  ];
  for (const [name, filter] of filters) {
    await measure(`dashboard, ${name}`, dashboard(filter));
    await measure(`first page, ${name}`, table({ filter }));
  }
  for (const sort of SALES_SORTS) {
    for (const direction of SORT_DIRECTIONS) {
      await measure(`first page by ${sort} ${direction}`, table({ sort, direction }));
    }
  }
  await measure('by amount, the last 365 days', table({ filter: { from: daysAgo(365) }, sort: 'amount' }));
  medians.set(`one of the first ${PAGES} pages`, await medianPage(call, { sort: 'sale_date' }));
  medians.set(
    `one of the first ${PAGES} pages by customer`,
    await medianPage(call, { sort: 'customer', direction: 'asc' }),
  );

  const records = z
    .array(z.object({ qualified_lead_id: z.string().nullable(), product_name: z.string() }))
    .parse(await call('get_sales_records_by_rep', { sales_rep_id_param: DEMO_REP_ID }));
  const recordsMs = await medianOf(
    () => call('get_sales_records_by_rep', { sales_rep_id_param: DEMO_REP_ID }),
    3,
  );
  const startedAt = performance.now();
  for (const record of records.slice(0, N_PLUS_ONE_ROWS)) {
    if (record.qualified_lead_id) await call('get_lead_by_id', { lead_id_param: record.qualified_lead_id });
    await call('get_product_description', { product_name_param: record.product_name });
  }
  const perRowMs = (performance.now() - startedAt) / N_PLUS_ONE_ROWS;
  const nPlusOneMs = recordsMs * Math.ceil(count / API_MAX_ROWS) + perRowMs * count;
  const oursMs = (medians.get('dashboard, no filter') ?? 0) + (medians.get('first page, no filter') ?? 0);
  medians.set("the specification's way (extrapolated)", nPlusOneMs);
  medians.set('ours: dashboard and first page', oursMs);
  console.log(
    `${count} sales, the specification's way: ${perRowMs.toFixed(1)} ms per row (of ${N_PLUS_ONE_ROWS}), ${recordsMs.toFixed(0)} ms per ${API_MAX_ROWS} records; ${Math.round(nPlusOneMs / oursMs)} times ours`,
  );
  return medians;
}

/** Pages through the table as a reader does, each page from the cursor of the one before. */
async function medianPage(call: Call, args: Record<string, unknown>): Promise<number> {
  const samplesMs: number[] = [];
  let after: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const startedAt = performance.now();
    const answer = await call('get_sales_table', { ...args, after });
    samplesMs.push(performance.now() - startedAt);
    after = salesTablePageSchema.parse(answer).nextAfter;
  }
  return median(samplesMs);
}

async function medianOf(work: () => Promise<unknown>, runs = RUNS): Promise<number> {
  await work();
  const samplesMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const startedAt = performance.now();
    await work();
    samplesMs.push(performance.now() - startedAt);
  }
  return median(samplesMs);
}

function median(samples: readonly number[]): number {
  return samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
}

/** @returns a caller of procedures, signed in as the representative. */
async function signIn(backend: Backend): Promise<Call> {
  const post = async (url: string, body: unknown, token?: string): Promise<unknown> => {
    const headers = {
      'Content-Type': 'application/json',
      apikey: backend.publishableKey,
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const request = new Request(`${SITE_URL}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await backend.fetch(request, { ip: '192.0.2.1' });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const grant = await post(backendPathOf('sign-in-rep'), { salesId: backend.demo.salesIds[0] });
  const { sessionToken } = z.object({ sessionToken: z.string() }).parse(grant);
  return (name, args) => post(`/rest/v1/rpc/${name}`, args, sessionToken);
}
