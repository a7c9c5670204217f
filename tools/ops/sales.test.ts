import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Backend, startBackend } from '../stack/backend/backend.ts';
import { createTestDatabase, type TestDatabase } from '../stack/backend/test-database.ts';
import { OpsApi } from './ops-api.ts';
import { parseOpsArguments } from './parse-ops-arguments.ts';

const SITE_URL = 'http://ops.test';
const DANA = 'dana.whitfield@corvane.example';
const MARCUS = 'marcus.oyelaran@corvane.example';
/** A customer of Dana's, and one of Marcus's. */
const PRIYA = 'priya.raman@hartwellmedia.example';
const INGRID = 'ingrid.solberg@fjordtech.example';
const HEADER =
  'id,rep_email,lead_email,sale_date,product_name,billing_frequency,sale_amount,commission,cancelled_at';

let dataDir: string;
let database: TestDatabase | null;
let backend: Backend;
let untouched: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-ops-'));
  database = await createTestDatabase();
  const env = { DATABASE_URL: database?.url };
  backend = await startBackend({ dataDir, siteUrl: SITE_URL, env, seed: true, log: () => {} });
  untouched = await fingerprint();
}, 60_000);
afterAll(async () => {
  await backend.close();
  await database?.drop();
  await rm(dataDir, { recursive: true });
});

/** Each test begins with the demonstration's sales alone. */
afterEach(async () => {
  await backend.sql(`delete from public.sales_records where id::text like 'd0000000-0000-4000-a000-%'`);
  await backend.sql('delete from private.sales_imports');
});

const id = (n: number) => `d0000000-0000-4000-a000-${String(n).padStart(12, '0')}`;
const line = (n: number, changes: Partial<Record<string, string>> = {}) => {
  const cells = {
    id: id(n),
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
};

async function fingerprint(): Promise<string> {
  const [row] = await backend.sql<{ hash: string }>(`
    select md5(string_agg(s::text, '|' order by s.id)) || (select count(*) from private.staged_sales) as hash
    from public.sales_records s`);
  return row?.hash ?? '';
}

const importedIds = async () =>
  (
    await backend.sql<{ id: string }>(
      `select id::text from public.sales_records where id::text like 'd0000000-0000-4000-a000-%' order by id`,
    )
  ).map((row) => row.id);

/** Runs a command line. @returns what it printed */
async function ops(args: readonly string[], signal = new AbortController().signal): Promise<string[]> {
  const { command, ...said } = parseOpsArguments(args);
  const lines: string[] = [];
  await command
    .run({
      api: new OpsApi({
        url: SITE_URL,
        secretKey: backend.secretKey,
        salesIdPepper: null,
        fetch: (input, init) => backend.fetch(new Request(input, init), { ip: '192.0.2.1' }),
      }),
      salesIdPepper: null,
      ...said,
      stopSignal: () => signal,
      print: (text) => lines.push(text),
      confirm: async () => {},
    })
    .catch((error: Error) => lines.push(`error: ${error.message}`));
  return lines;
}

async function importText(text: string | Buffer, signal?: AbortSignal): Promise<string[]> {
  const file = path.join(dataDir, 'sales.csv');
  await writeFile(file, text);
  return ops(['sales', 'import', file], signal);
}

test('a good file becomes sales, and the same file again changes nothing', async () => {
  const file = [
    HEADER,
    line(1),
    line(2, { sale_amount: '-999999999.99', commission: '', lead_email: '' }),
  ].join('\n');
  expect(await importText(file)).toEqual(['2 sales: 2 new, 0 changed, 0 as they were.']);
  expect(
    await backend.sql(
      `select s.sale_amount::text as amount, s.commission::text as commission, l.email, s.is_cancelled
       from public.sales_records s left join public.qualified_leads l on l.id = s.qualified_lead_id
       where s.id in ($1, $2) order by s.id`,
      [id(1), id(2)],
    ),
  ).toEqual([
    { amount: '400000', commission: '32000', email: PRIYA, is_cancelled: false },
    { amount: '-99999999999', commission: '0', email: null, is_cancelled: false },
  ]);
  const after = await fingerprint();
  expect(await importText(file)).toEqual(['2 sales: 0 new, 0 changed, 2 as they were.']);
  expect(await fingerprint()).toBe(after);
});

test('a sale that is there is changed by its id, and the sums by day follow', async () => {
  await importText([HEADER, line(1)].join('\n'));
  const changed = [HEADER, line(1, { sale_amount: '1.00', cancelled_at: '2026-11-21' }), line(2)].join('\n');
  expect(await importText(changed)).toEqual(['2 sales: 1 new, 1 changed, 0 as they were.']);
  const [row] = await backend.sql(
    'select sale_amount::int as cents, is_cancelled from public.sales_records where id = $1',
    [id(1)],
  );
  expect(row).toEqual({ cents: 100, is_cancelled: true });
  expect(
    await backend.sql(`
      select sales_rep_id, sale_date, product_name, billing_frequency, is_cancelled, commission < 0,
        count(*)::int, sum(sale_amount)::bigint, sum(commission)::bigint
      from public.sales_records group by 1, 2, 3, 4, 5, 6
      except select * from private.sales_daily_totals`),
  ).toEqual([]);
});

test('without the column of customers, those on the sales stay', async () => {
  await importText([HEADER, line(1)].join('\n'));
  const without = (text: string) => text.split(',').toSpliced(2, 1).join(',');
  const file = [without(HEADER), without(line(1, { commission: '1.00' }))].join('\n');
  expect(await importText(file)).toEqual(['1 sales: 0 new, 1 changed, 0 as they were.']);
  const [row] = await backend.sql<{ lead: string | null }>(
    'select qualified_lead_id as lead from public.sales_records where id = $1',
    [id(1)],
  );
  expect(row?.lead).not.toBeNull();
});

test('byte order mark, semicolons, other order of columns, quotes, line breaks, CRLF and blank lines are fine', async () => {
  const rows = [
    'product_name;ID;sale_date;billing_frequency;commission;sale_amount;cancelled_at;rep_email;lead_email',
    `"Moon;shot ""XL""\nsecond line";${id(1)};2026-01-31;Annual;0;12.3;2026-02-01T10:00:00+02:00;${DANA.toUpperCase()};${PRIYA}`,
    '',
    `Enterprise;${id(2)};2026-01-31;monthly;0;0;;${DANA};`,
    '',
  ];
  expect(await importText(`\uFEFF${rows.join('\r\n')}`)).toEqual([
    '2 sales: 2 new, 0 changed, 0 as they were.',
  ]);
  const [row] = await backend.sql(
    `select product_name, sale_amount::int as cents, billing_frequency, cancelled_at = '2026-02-01T08:00:00Z' as at
     from public.sales_records where id = $1`,
    [id(1)],
  );
  expect(row).toEqual({
    product_name: 'Moon;shot "XL"\nsecond line',
    cents: 1230,
    billing_frequency: 'annual',
    at: true,
  });
});

test('every mistake is told with its line, and nothing is imported', async () => {
  const file = [
    HEADER,
    line(1),
    line(2, { product_name: '"two\nlines"', sale_amount: '1.234' }),
    line(3, { rep_email: 'nobody@corvane.example' }),
    line(4, { lead_email: INGRID }),
    line(5, { lead_email: 'nobody@corvane.example', sale_date: '2026-02-30' }),
    line(6, { lead_email: 'stranger@corvane.example' }),
    line(1),
    `${line(7)},one too many`,
    line(8, { id: 'x', billing_frequency: 'weekly', product_name: '', commission: '"1,5"' }),
    line(9, { cancelled_at: 'yesterday' }),
    line(10, { id: 'd0000000-0000-4000-8000-000000000097', rep_email: DANA }),
  ];
  expect(await importText(file.join('\n'))).toEqual([
    'line 3: sale_amount must be dollars such as 1234.50 or -1234.50, not "1.234"',
    'line 5: rep_email is no sales representative: "nobody@corvane.example"',
    `line 6: lead_email is a customer of another representative: "${INGRID}"`,
    'line 7: sale_date must be a calendar day such as 2026-11-20, not "2026-02-30"',
    'line 8: lead_email is no customer: "stranger@corvane.example"',
    `line 9: id is in the file twice: "${id(1)}"`,
    'line 10: has 10 cells in place of 9',
    'line 11: id must be a UUID, not "x"',
    'line 11: product_name must have 1 to 100 characters, not empty',
    'line 11: billing_frequency must be monthly or annual, not "weekly"',
    'line 11: commission must be dollars such as 1234.50 or -1234.50, or empty, not "1,5"',
    'line 12: cancelled_at must be a day such as 2026-11-20, a time such as 2026-11-20T15:00:00Z, or empty, not "yesterday"',
    'line 13: id is a sale of another representative: "d0000000-0000-4000-8000-000000000097"',
    'error: 13 mistakes in 11 rows; nothing was imported',
  ]);
  expect(await fingerprint()).toBe(untouched);
});

test.each([
  [
    'a missing and an unknown column',
    'id,rep_email,salary',
    'line 1: column sale_date is missing; column product_name',
  ],
  ['a column that is there twice', `${HEADER},id`, 'line 1: column id is there twice'],
  ['nothing', '', 'is empty'],
  ['a quote that is never closed', `${HEADER}\n"${line(1)}\n${line(2)}`, 'cannot be read, nor what follows'],
  [
    'another encoding',
    Buffer.from(`${HEADER}\n${line(1, { product_name: 'Große' })}`, 'latin1'),
    'is not UTF-8',
  ],
])('a file with %s is refused', async (_what, text, message) => {
  expect((await importText(text)).join('\n')).toContain(message);
  expect(await fingerprint()).toBe(untouched);
});

test('a file that is not there is one clear line', async () => {
  expect(await ops(['sales', 'import', '/nowhere/sales.csv'])).toEqual([
    'error: /nowhere/sales.csv cannot be read (ENOENT)',
  ]);
  expect(await ops(['sales', 'import'])).toEqual(['error: sales import needs a file; see ops --help']);
});

test('a sale of another representative is not taken over', async () => {
  await importText([HEADER, line(1)].join('\n'));
  const before = await fingerprint();
  const lines = await importText([HEADER, line(1, { rep_email: MARCUS, lead_email: '' })].join('\n'));
  expect(lines).toEqual([
    `line 2: id is a sale of another representative: "${id(1)}"`,
    'error: 1 mistakes in 1 rows; nothing was imported',
  ]);
  expect(await fingerprint()).toBe(before);
});

test('many rows show progress, and one mistake at their end undoes them all', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => line(n + 1));
  const lines = await importText([HEADER, ...rows, line(1)].join('\n'));
  expect(lines).toEqual([
    '10,000 rows read',
    `line 12002: id is in the file twice: "${id(1)}"`,
    'error: 1 mistakes in 12,001 rows; nothing was imported',
  ]);
  expect(await fingerprint()).toBe(untouched);
  expect(await importText([HEADER, ...rows].join('\n'))).toEqual([
    '10,000 rows read',
    '12,000 sales: 12,000 new, 0 changed, 0 as they were.',
  ]);
}, 60_000);

test('an import that was stopped leaves nothing', async () => {
  const rows = Array.from({ length: 4_000 }, (_, n) => line(n + 1));
  const stopped = AbortSignal.abort(new Error('Stopped'));
  expect(await importText([HEADER, ...rows].join('\n'), stopped)).toEqual(['error: Stopped']);
  expect(await fingerprint()).toBe(untouched);
});

test('rows of an import that was cut short are not seen, are in nobody’s way, and go with the next', async () => {
  const dead = crypto.randomUUID();
  const api = (name: string, args: unknown) =>
    backend.fetch(
      new Request(`${SITE_URL}/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: backend.secretKey, 'Content-Type': 'application/json' },
        body: JSON.stringify(args),
      }),
      { ip: '192.0.2.1' },
    );
  await api('begin_sales_import', { import_id_param: dead, has_leads_param: true });
  const row = {
    line_number: 2,
    id: id(1),
    rep_email: DANA,
    sale_date: '2026-11-20',
    product_name: 'Moonshot',
  };
  const staged = await api('stage_sales', {
    import_id_param: dead,
    rows_param: [{ ...row, billing_frequency: 'monthly', sale_amount: 1, commission: 0 }],
  });
  expect(await staged.json()).toEqual({ outcome: 'staged', problems: [] });
  expect(await importedIds()).toEqual([]);

  const file = [HEADER, line(2)].join('\n');
  expect(await importText(file)).toEqual([
    'error: Another import is under way, or was cut short less than a minute ago; try again in a minute',
  ]);
  await backend.sql(`update private.sales_imports set last_staged_at = now() - interval '61 seconds'`);
  expect(await importText(file)).toEqual(['1 sales: 1 new, 0 changed, 0 as they were.']);
  expect(await importedIds()).toEqual([id(2)]);

  // The one that was thought dead cannot come in afterwards.
  const late = await api('commit_sales_import', { import_id_param: dead, row_count_param: 1 });
  expect(await late.json()).toEqual({ outcome: 'unknown_import' });
});

test('an answer that got lost is asked for again, and nothing is imported twice', async () => {
  let lost = 0;
  const file = path.join(dataDir, 'sales.csv');
  await writeFile(file, [HEADER, line(1)].join('\n'));
  const { command, ...said } = parseOpsArguments(['sales', 'import', file]);
  const lines: string[] = [];
  await command.run({
    api: new OpsApi({
      url: SITE_URL,
      secretKey: backend.secretKey,
      salesIdPepper: null,
      fetch: async (input, init) => {
        const answer = await backend.fetch(new Request(input, init), { ip: '192.0.2.1' });
        if (!String(input).endsWith('/rpc/commit_sales_import') || lost > 0) return answer;
        lost += 1;
        return new Response('', { status: 504 });
      },
    }),
    salesIdPepper: null,
    ...said,
    stopSignal: () => new AbortController().signal,
    print: (text) => lines.push(text),
    confirm: async () => {},
  });
  expect(lost).toBe(1);
  expect(lines).toEqual(['1 sales: 1 new, 0 changed, 0 as they were.']);
});

test('what is exported is imported without a change, and does not run in a spreadsheet', async () => {
  const odd = ['=HYPERLINK("http://x")', '+1', '-1', '@x', "'quoted", 'a;b,c"d\nnext'];
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  // An apostrophe before a formula is how a spreadsheet writes text: it is not part of the name.
  const rows = odd.map((name, n) =>
    line(n + 1, { product_name: quote(/^[=+@-]/.test(name) ? `'${name}` : name) }),
  );
  await importText([HEADER, ...rows, line(50, { cancelled_at: '2026-11-21T08:09:10.123Z' })].join('\n'));
  const stored = await backend.sql<{ name: string }>(
    'select product_name as name from public.sales_records where id = any ($1) order by id',
    [odd.map((_name, n) => id(n + 1))],
  );
  expect(stored.map((row) => row.name)).toEqual(odd);

  const before = await fingerprint();
  const out = path.join(dataDir, 'out.csv');
  const [told] = await ops(['sales', 'export', '--email', DANA, '--out', out]);
  expect(told).toMatch(/^\d+ sales of dana\.whitfield@corvane\.example are in /);
  const text = await readFile(out, 'utf8');
  expect(text.split('\r\n')[0]).toBe(HEADER);
  expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(text).not.toMatch(/(^|,)"?[=+@]/m);
  const lines = await ops(['sales', 'import', out]);
  expect(lines).toEqual([
    `${told?.split(' ')[0]} sales: 0 new, 0 changed, ${told?.split(' ')[0]} as they were.`,
  ]);
  expect(await fingerprint()).toBe(before);
});

test('an export that cannot be written leaves nothing behind', async () => {
  expect(await ops(['sales', 'export', '--email', DANA, '--out', '/nowhere/out.csv'])).toEqual([
    'error: /nowhere/out.csv cannot be written (ENOENT)',
  ]);
});
