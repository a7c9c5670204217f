import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { runOps, useOpsFixture } from '../ops-fixture.ts';

const { sql, fixture } = useOpsFixture();

const ID = '00000000-0000-4000-8000-0000000000d1';
const OTHER = '00000000-0000-4000-8000-0000000000d2';
const DANA = 'dana.whitfield@corvane.example';
const MARCUS = 'marcus.oyelaran@corvane.example';

beforeAll(async () => {
  await sql('delete from public.contact_submissions');
  await sql(
    `insert into public.contact_submissions
       (id, first_name, last_name, email, company, project_type, message, source, utm, created_at)
     values ($1, 'Ada', 'Lovelace', 'ada@engine.example', '=1+1', 'contact', 'One' || chr(10) || '@SUM(1)', 'pricing',
         '{"campaign": "spring"}', '2026-06-01'),
       ($2, 'Bob', null, 'bob@engine.example', 'Bobs', 'demo', '', 'hero', '{}', '2026-06-02')`,
    [ID, OTHER],
  );
});

const ops = (...args: readonly string[]) => fixture().ops('requests', ...args);
const idsOf = (lines: readonly string[]) => lines.map((line) => line.split('\t')[0]);

test('the list is newest first, and each option filters it', async () => {
  const all = await ops('list');
  expect(idsOf(all)).toEqual([OTHER, ID]);
  // Typed text stays in its cell.
  expect(all[1]?.split('\t').slice(4)).toEqual(['Ada Lovelace', 'ada@engine.example', '=1+1', 'One @SUM(1)']);
  for (const [option, value] of [
    ['--search', 'LOVE'],
    ['--source', 'pricing'],
    ['--form', 'contact'],
    ['--campaign', 'spring'],
    ['--to', '2026-06-01'],
  ] as const)
    expect([option, idsOf(await ops('list', option, value))]).toEqual([option, [ID]]);
  expect(await ops('list', '--quarantined')).toEqual(['None.']);
  const [json = ''] = await ops('list', '--form', 'demo', '--json');
  expect(JSON.parse(json)).toMatchObject({ requestId: OTHER, version: 1, assignedTo: null });
});

test('a request gets a representative, a status and a note, and the trail has each change without the text of the note', async () => {
  expect(await ops('assign', '--id', ID, '--to', DANA)).toEqual([`${ID}\tnew\tDana Whitfield`]);
  expect(await ops('status', '--id', ID, '--status', 'in_progress')).toEqual([
    `${ID}\tin_progress\tDana Whitfield`,
  ]);
  await ops('note', '--id', ID, '--note', 'Secret words');
  const shown = JSON.parse((await ops('show', '--id', ID)).join('\n'));
  expect(shown).toMatchObject({ staffNote: 'Secret words', version: 4, status: 'in_progress' });
  expect(idsOf(await ops('list', '--assigned', DANA))).toEqual([ID]);
  expect(idsOf(await ops('list', '--assigned', 'nobody', '--status', 'new', '--status', 'done'))).toEqual([
    OTHER,
  ]);

  const trail = await fixture().ops('audit', 'list', '--event', 'contact_request_changed');
  expect(trail.map((line) => line.split('\t')[1])).toEqual([
    'An operator changed the contact request 0000-0000: its note',
    'An operator changed the contact request 0000-0000: status new to in progress',
    'An operator changed the contact request 0000-0000: representative none to Dana Whitfield',
  ]);
  expect(trail.join()).not.toMatch(/Secret|Ada/);
  await ops('note', '--id', ID, '--clear');
  expect(await ops('assign', '--id', ID, '--to', 'nobody')).toEqual([`${ID}\tin_progress\tnobody`]);
});

test('a change is refused when another person was faster, and theirs stays', async () => {
  const connection = fixture().connection;
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (String(input).endsWith('/change_contact_request_as_operator'))
      await ops('note', '--id', OTHER, '--note', 'First');
    return connection.fetch(input, init);
  };
  await expect(
    runOps({ ...connection, fetch }, ['requests', 'status', '--id', OTHER, '--status', 'done']),
  ).rejects.toThrow(`${OTHER} was just changed by someone else.`);
  const shown = JSON.parse((await ops('show', '--id', OTHER)).join('\n'));
  expect(shown).toMatchObject({ staffNote: 'First', status: 'new' });
  await ops('note', '--id', OTHER, '--clear');
});

test('an export has all matching requests, and no cell that a spreadsheet would run', async () => {
  await ops('note', '--id', ID, '--note', '+cmd');
  const file = path.join(fixture().dataDir, 'requests.csv');
  expect(await ops('export', '--out', file)).toEqual([`${file} holds 2 requests, with personal data.`]);
  const written = await readFile(file, 'utf8');
  expect(written).toMatch(/^\uFEFFrequest_id,.*\r\n/);
  const rows = parse<Record<string, string>>(written, { columns: true, bom: true });
  expect(rows.map((row) => row.request_id)).toEqual([OTHER, ID]);
  expect(rows[1]).toMatchObject({
    company: "'=1+1",
    message: 'One @SUM(1)',
    staff_note: "'+cmd",
    campaign: 'spring',
  });
  const json = path.join(fixture().dataDir, 'requests.json');
  await ops('export', '--source', 'hero', '--out', json);
  expect(JSON.parse(await readFile(json, 'utf8'))).toMatchObject([{ requestId: OTHER }]);
  const trail = await fixture().ops('audit', 'list', '--event', 'contact_requests_exported');
  expect(trail.map((line) => line.split('\t')[1])).toEqual([
    'An operator exported 1 contact request, filtered by source',
    'An operator exported 2 contact requests',
  ]);
});

test.each([
  [['list', '--status', 'sold'], '--status takes new, in_progress, done, spam'],
  [['list', '--form', 'fax'], '--form takes contact or demo'],
  [['list', '--from', 'monday'], '--from takes a day'],
  [['list', '--assigned', 'nobody@corvane.example'], 'There is no sales representative'],
  [['show', '--id', 'x'], '"x" is not the id of a request'],
  [['show', '--id', crypto.randomUUID()], 'There is no contact request'],
  [['status', '--id', ID, '--status', 'sold'], '"sold" is not a status'],
  [['note', '--id', ID], 'Give --note or --clear'],
  [['note', '--id', ID, '--note', 'x'.repeat(4_001)], '--note has 4001 characters. Use at most 4,000.'],
  [['release', '--id', ID], 'There is no request'],
  [['export', '--out', 'requests.txt'], '--out needs a file that ends in .csv or .json'],
] as const)('%j is one clear line', async (args, message) => {
  await expect(ops(...args)).rejects.toThrow(message);
});

test('a manager is added and listed, and the last one cannot be disabled or lose the role', async () => {
  await fixture().ops('rep', 'edit', '--email', DANA, '--manager');
  expect((await fixture().ops('rep', 'list')).find((line) => line.startsWith(DANA))).toContain(
    'enabled, manager',
  );
  await fixture().ops('rep', 'edit', '--email', MARCUS, '--no-manager');
  const last =
    'This is the last manager, so nothing was changed. Make another representative a manager first.';
  await expect(fixture().ops('rep', 'edit', '--email', DANA, '--no-manager')).rejects.toThrow(last);
  await expect(fixture().ops('rep', 'disable', '--email', DANA)).rejects.toThrow(last);
  await fixture().ops('rep', 'add', '--name', 'New Manager', '--email', 'new@manager.example', '--manager');
  expect(await fixture().ops('rep', 'disable', '--email', DANA)).toEqual([
    `${DANA} is disabled; 0 sessions ended.`,
  ]);
  await expect(ops('assign', '--id', ID, '--to', DANA)).rejects.toThrow(
    'Please choose an enabled representative',
  );
  const told = (await fixture().ops('audit', 'list')).map((line) => line.split('\t')[1]);
  expect(told).toContain('An operator made New Manager <new@manager.example> a manager');
  expect(told.join()).toContain('from the managers');
});
