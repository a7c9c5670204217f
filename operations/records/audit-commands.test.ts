import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql, fixture } = useOpsFixture();

const REP = {
  id: '00000000-0000-4000-8000-0000000000a1',
  name: 'Rosalind Vale',
  email: 'rosalind@audit.example',
};
const CUSTOMER = {
  id: '00000000-0000-4000-8000-0000000000b1',
  name: 'Grace Moss',
  email: 'grace@audit.example',
};
const MANAGER = {
  id: '00000000-0000-4000-8000-0000000000c1',
  name: 'Mona Manager',
  email: 'mona@audit.example',
};

beforeAll(async () => {
  for (const rep of [REP, MANAGER]) {
    await sql(
      'insert into public.sales_representatives (id, name, email) values ($1, $2, $3)',
      Object.values(rep),
    );
  }
  await sql('insert into public.qualified_leads (id, name, email, qualified_by) values ($1, $2, $3, $4)', [
    ...Object.values(CUSTOMER),
    REP.id,
  ]);
  const lines: [string, string, string | null, string | null, object][] = [
    ['2031-01-01', 'rep_signed_in', REP.id, null, {}],
    ['2031-01-02', 'link_issued', REP.id, CUSTOMER.id, { expiresAt: '2031-01-04T00:00:00Z' }],
    ['2031-01-03', 'link_revoked', REP.id, CUSTOMER.id, { by: 'operator' }],
    ['2031-01-04', 'price_set', null, null, PRICE],
  ];
  for (const [occurredAt, event, repId, customerId, detail] of lines) {
    await sql(
      `insert into public.audit_events (occurred_at, event, sales_rep_id, qualified_lead_id, ip_address, detail)
       values ($1, $2, $3, $4, '=1+1', $5)`,
      [occurredAt, event, repId, customerId, detail],
    );
  }
});

const PRICE = {
  plan: 'moonshot',
  before: { monthlyCents: 420_000, annualCents: 4_200_000, activationCents: null },
  after: { monthlyCents: 410_050, annualCents: 4_200_000, activationCents: null },
};
const list = async (...args: readonly string[]) =>
  (await ops('audit', 'list', '--from', '2031-01-01', ...args)).map((line) => line.split('\t')[1]);

const ISSUED =
  'Rosalind Vale <rosalind@audit.example> issued a link for Grace Moss <grace@audit.example>, until Sat, Jan 4, 2031, 12:00 AM UTC';
const REVOKED = 'An operator revoked the access of Grace Moss <grace@audit.example>';
const SIGNED_IN = 'Rosalind Vale <rosalind@audit.example> signed in';

test('the trail is printed in sentences, newest first', async () => {
  expect(await list()).toEqual([
    'An operator set the price of moonshot: monthly $4,200.00 to $4,100.50',
    REVOKED,
    ISSUED,
    SIGNED_IN,
  ]);
});

test.each<[string[], string[]]>([
  [['--event', 'link_issued'], [ISSUED]],
  [
    ['--email', 'GRACE@audit.example'],
    [REVOKED, ISSUED],
  ],
  [['--email', REP.email, '--to', '2031-01-02'], [SIGNED_IN]],
])('%j filters the list', async (options, sentences) => {
  expect(await list(...options)).toEqual(sentences);
});

test('an unknown address gives an empty list', async () => {
  expect(await ops('audit', 'list', '--email', 'nobody@audit.example')).toEqual(['None.']);
});

test('for a program, each line is JSON', async () => {
  const lines = await ops('audit', 'list', '--from', '2031-01-03', '--to', '2031-01-04', '--json');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'link_revoked', customerEmail: CUSTOMER.email, detail: { by: 'operator' } },
  ]);
});

test('an export contains every line of a long trail, and no formula', async () => {
  await sql(
    `insert into public.audit_events (occurred_at, event, sales_rep_id)
     select '2032-01-01', 'signed_out', $1 from generate_series(1, 2500)`,
    [REP.id],
  );
  const out = path.join(fixture().dataDir, 'trail.csv');
  expect(await ops('audit', 'export', '--from', '2031-01-01', '--out', out)).toEqual([
    `${out} holds 2,504 lines, with personal data.`,
  ]);
  const written = await readFile(out, 'utf8');
  expect(written).toMatch(/^\uFEFFoccurred_at,.*\r\n/);
  const rows: Record<string, string>[] = parse(written, { columns: true, bom: true });
  expect(rows).toHaveLength(2504);
  expect(rows.at(-1)).toMatchObject({ event: 'rep_signed_in', sentence: SIGNED_IN, ip_address: "'=1+1" });

  // The server chooses the size of a page, and each page is a line of the trail.
  const recorded = await ops('audit', 'list', '--event', 'audit_trail_exported');
  expect(recorded.map((line) => line.split('\t')[1])).toEqual(
    ['504', '1,000', '1,000'].map(
      (rows) => `An operator exported ${rows} lines of the audit trail, filtered by days`,
    ),
  );

  const json = path.join(fixture().dataDir, 'trail.json');
  await ops('audit', 'export', '--event', 'price_set', '--from', '2031-01-01', '--out', json);
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject([{ event: 'price_set', detail: PRICE }]);
});

test('an export to a file of lines, or to the terminal, holds a JSON object per line', async () => {
  const from = ['--from', '2031-01-01', '--to', '2031-02-01'];
  const lines = path.join(fixture().dataDir, 'trail.ndjson');
  await ops('audit', 'export', ...from, '--out', lines);
  const written = (await readFile(lines, 'utf8')).trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line).event)).toEqual([
    'price_set',
    'link_revoked',
    'link_issued',
    'rep_signed_in',
  ]);
  expect(await ops('audit', 'export', ...from, '--json')).toEqual(written);
});

test('an export of nothing is an empty list, and one that fails leaves no file', async () => {
  const none = path.join(fixture().dataDir, 'none.json');
  await ops('audit', 'export', '--email', 'nobody@audit.example', '--out', none);
  expect(JSON.parse(await readFile(none, 'utf8'))).toEqual([]);
  const nowhere = path.join(fixture().dataDir, 'no such folder', 'trail.csv');
  await expect(ops('audit', 'export', '--out', nowhere)).rejects.toThrow('cannot be written (ENOENT)');
});

test('an action of a manager is printed with their name, and found by their address', async () => {
  await sql(
    `insert into public.audit_events (occurred_at, event, sales_rep_id, detail, manager_id)
     values ('2033-01-01', 'rep_disabled', $1, $2, $3)`,
    [REP.id, { by: 'manager' }, MANAGER.id],
  );
  expect(await list('--email', MANAGER.email)).toEqual([
    `${MANAGER.name} disabled Rosalind Vale <rosalind@audit.example>`,
  ]);
});

test.each([
  ['--from', 'yesterday', 'is neither a day'],
  ['--email', 'nobody', 'is not an email address'],
  ['--event', 'link_isued', 'unknown event: "link_isued"'],
])('%s %s is refused', async (option, value, words) => {
  await expect(ops('audit', 'list', option, value)).rejects.toThrow(words);
});

test('an export needs a file of a known kind', async () => {
  await expect(ops('audit', 'export', '--out', 'trail.txt')).rejects.toThrow('.csv, .json or .ndjson');
});
