import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type ImportSalesRequest,
  type ImportSalesResponse,
  importSalesResponseSchema,
  salesImportsSchema,
} from '../../../shared/src/contracts/backend/sales/sales-import.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { holds, untilAwaited } from '../fixtures/own-locks.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());
beforeEach(() => api.sql('delete from private.sales_imports'));

const call = (body: ImportSalesRequest) =>
  api.call('/functions/v1/import-sales', { body, token: tokens.manager });
async function send(body: ImportSalesRequest): Promise<ImportSalesResponse> {
  const answer = await call(body);
  if (answer.status !== 200) throw new Error(`import-sales: ${answer.status} ${answer.text}`);
  return importSalesResponseSchema.parse(answer.body);
}

type Rows = Extract<ImportSalesRequest, { action: 'stage' }>['rows'];
const row = (id: string, changes: Partial<Rows[number]> = {}): Rows[number] => ({
  line_number: 2,
  id,
  rep_email: 'a@bait.example',
  lead_email: 'one@bait.example',
  sale_date: '2026-01-15',
  product_name: 'Moonshot',
  billing_frequency: 'monthly',
  sale_amount: 400_000,
  commission: 32_000,
  cancelled_at: null,
  ...changes,
});

/** Imports rows as a manager does. @returns the import's id */
async function importRows(...rows: Rows): Promise<string> {
  const importId = crypto.randomUUID();
  expect(await send({ action: 'begin', importId, hasCustomers: true })).toMatchObject({
    outcome: 'begun',
    maxRows: 10_000,
  });
  expect(await send({ action: 'stage', importId, rows })).toEqual({ outcome: 'staged', problems: [] });
  expect(await send({ action: 'commit', importId, rowCount: rows.length })).toMatchObject({
    outcome: 'committed',
  });
  return importId;
}
const undo = (importId: string) => send({ action: 'undo', importId });

const salesOf = (...ids: string[]) =>
  api.sql<{ id: string; cents: number; customer: string | null }>(
    `select id, commission::int as cents, qualified_lead_id as customer
     from public.sales_records where id = any ($1::uuid[]) order by commission`,
    [ids],
  );
/** The sum of the entries of sales, which statements are made of. */
async function entriesOf(...ids: string[]): Promise<number> {
  const [sum] = await api.sql<{ cents: number }>(
    'select coalesce(sum(cents), 0)::int as cents from private.commission_entries where sale_id = any ($1::uuid[])',
    [ids],
  );
  return sum?.cents ?? Number.NaN;
}

test('a manager sees what a file would change, imports it, and an undo takes it back to the cent', async () => {
  const [changed, added] = [crypto.randomUUID(), crypto.randomUUID()];
  await importRows(row(changed));
  const importId = crypto.randomUUID();
  await send({ action: 'begin', importId, hasCustomers: true });
  await send({
    action: 'stage',
    importId,
    rows: [row(changed, { commission: 40_000 }), row(added, { line_number: 3, commission: 500 })],
  });
  expect(await send({ action: 'preview', importId })).toEqual({
    outcome: 'previewed',
    added: 1,
    changed: 1,
    first: [{ line: 2, columns: [{ column: 'commission', before: 32_000, after: 40_000 }] }],
    rateDifferences: { count: 0, first: [] },
  });
  expect(await send({ action: 'commit', importId, rowCount: 2 })).toEqual({
    outcome: 'committed',
    inserted: 1,
    updated: 1,
    unchanged: 0,
  });
  expect(await entriesOf(changed, added)).toBe(40_500);

  const undone = { outcome: 'undone', removed: 1, restored: 1, kept: 0 };
  expect(await undo(importId)).toEqual(undone);
  expect(await salesOf(changed, added)).toEqual([{ id: changed, cents: 32_000, customer: BAIT.customer.A }]);
  expect([await entriesOf(changed), await entriesOf(added)]).toEqual([32_000, 0]);
  // Again, after a lost answer.
  expect(await undo(importId)).toEqual(undone);

  const lines = await api.sql<{ event: string; manager: string; detail: object }>(
    `select event, manager_id as manager, detail - 'importId' as detail from public.audit_events
     where detail ->> 'importId' = $1 order by line_number`,
    [importId],
  );
  const amounts = (commissionCents: number) => ({ amountCents: 400_000, commissionCents, cancelledAt: null });
  const by = { by: 'manager' };
  expect(lines).toEqual(
    [
      ['sale_amounts_changed', { ...by, saleId: changed, before: amounts(32_000), after: amounts(40_000) }],
      ['sales_imported', { ...by, inserted: 1, updated: 1, unchanged: 0 }],
      ['sale_amounts_changed', { ...by, saleId: changed, before: amounts(40_000), after: amounts(32_000) }],
      ['sales_import_undone', { ...by, removed: 1, restored: 1, kept: 0 }],
    ].map(([event, detail]) => ({ event, manager: BAIT.rep.manager, detail })),
  );
});

test('an undo keeps what a later import changed, and what was removed since', async () => {
  const [later, gone, same] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const first = await importRows(row(later), row(gone, { line_number: 3 }), row(same, { line_number: 4 }));
  const second = await importRows(row(later, { commission: 1 }));
  await api.sql('delete from public.sales_records where id = $1', [gone]);
  expect(await undo(first)).toEqual({ outcome: 'undone', removed: 1, restored: 0, kept: 2 });
  expect((await salesOf(later, gone, same)).map(({ id }) => id)).toEqual([later]);
  // Regression: it went back to what the first import had added, and no import could remove it any more.
  expect(await undo(second)).toEqual({ outcome: 'undone', removed: 1, restored: 0, kept: 0 });
  expect(await salesOf(later)).toEqual([]);
});

/** Regression: an undo changed what every other import would bring back, also earlier ones. */
test('an undo in the middle changes what the next import brings back, and no other', async () => {
  const id = crypto.randomUUID();
  const imports: string[] = [];
  for (const commission of [1, 2, 1, 3]) imports.push(await importRows(row(id, { commission })));
  const [, second, third, fourth] = imports;
  const cents = async () => (await salesOf(id))[0]?.cents;
  expect(await undo(third ?? '')).toMatchObject({ kept: 1 });
  expect(await undo(fourth ?? '')).toMatchObject({ restored: 1 });
  expect(await cents()).toBe(2);
  expect(await undo(second ?? '')).toMatchObject({ restored: 1 });
  expect(await cents()).toBe(1);
});

test('an erased customer keeps no sale from its undo', async () => {
  const id = crypto.randomUUID();
  const email = `${id}@bait.example`;
  await api.sql('insert into public.qualified_leads (email, qualified_by) values ($1, $2)', [
    email,
    BAIT.rep.A,
  ]);
  const importId = await importRows(row(id, { lead_email: email }));
  await api.sql('delete from public.qualified_leads where email = $1', [email]);
  expect(await undo(importId)).toEqual({ outcome: 'undone', removed: 1, restored: 0, kept: 0 });
});

test('a customer who is erased while a manager looks at the file stops no import', async () => {
  const [importId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  const email = `${id}@bait.example`;
  await api.sql('insert into public.qualified_leads (email, qualified_by) values ($1, $2)', [
    email,
    BAIT.rep.A,
  ]);
  await send({ action: 'begin', importId, hasCustomers: true });
  await send({ action: 'stage', importId, rows: [row(id, { lead_email: email })] });
  await api.sql('delete from public.qualified_leads where email = $1', [email]);
  expect(await send({ action: 'commit', importId, rowCount: 1 })).toMatchObject({ inserted: 1 });
  expect(await salesOf(id)).toEqual([{ id, cents: 32_000, customer: null }]);
});

test('a step may be repeated after a lost answer', async () => {
  const importId = crypto.randomUUID();
  const rows = [row(crypto.randomUUID()), row(crypto.randomUUID(), { line_number: 3 })];
  for (const step of [
    { action: 'begin', importId, hasCustomers: true },
    { action: 'stage', importId, rows },
    { action: 'commit', importId, rowCount: 2 },
  ] as const) {
    const answer = await send(step);
    expect(await send(step)).toEqual(answer);
    expect(answer).not.toMatchObject({ problems: [{}] });
  }
});

test('an import that lost its place has no preview', async () => {
  expect(await send({ action: 'preview', importId: crypto.randomUUID() })).toEqual({
    outcome: 'unknown_import',
  });
});

/** Regression: an import read a sale before the undo of another had changed it, and its own undo brought that back. */
test('an import waits for the undo of another', async () => {
  const id = crypto.randomUUID();
  await importRows(row(id));
  const first = await importRows(row(id, { commission: 40_000 }));
  const importId = crypto.randomUUID();
  await send({ action: 'begin', importId, hasCustomers: true });
  await send({ action: 'stage', importId, rows: [row(id, { commission: 40_000 })] });
  const undoing = untilAwaited(api, `perform private.apply_import_undo('${first}', null, null, null)`);
  await holds(api, `l.relation = 'public.sales_records'::regclass and l.mode = 'RowExclusiveLock'`);
  expect(await send({ action: 'commit', importId, rowCount: 1 })).toMatchObject({ updated: 1 });
  await undoing;
  expect(await undo(importId)).toMatchObject({ restored: 1 });
  expect((await salesOf(id))[0]?.cents).toBe(32_000);
});

/** Regression: the rows of an import could not be removed during a backup, and a commit failed with them. */
test('an import is committed while a backup reads the rows that wait', async () => {
  const [importId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await send({ action: 'begin', importId, hasCustomers: true });
  await send({ action: 'stage', importId, rows: [row(id)] });
  let isReading = true;
  const backup = api.sql('select count(*), pg_catalog.pg_sleep(3) from private.staged_sales').finally(() => {
    isReading = false;
  });
  await holds(api, `l.relation = 'private.staged_sales'::regclass and l.mode = 'AccessShareLock'`);
  expect(await send({ action: 'commit', importId, rowCount: 1 })).toMatchObject({ inserted: 1 });
  expect(isReading).toBe(true);
  await backup;
  expect(await api.sql('select from private.staged_sales')).toEqual([]);
});

test('amounts have as many digits as in a file of an operator, and times keep their fractions', async () => {
  const id = crypto.randomUUID();
  const at = '2026-01-20T10:00:00.123456+05:30';
  await importRows(row(id, { sale_amount: 99_999_999_999, cancelled_at: at }));
  expect(
    await api.sql(
      'select sale_amount::float8 as cents, cancelled_at = $2 as same from public.sales_records where id = $1',
      [id, at],
    ),
  ).toEqual([{ cents: 99_999_999_999, same: true }]);
});

test('a manager who is disabled while an import waits writes nothing', async () => {
  const [importId, id] = [crypto.randomUUID(), crypto.randomUUID()];
  await send({ action: 'begin', importId, hasCustomers: true });
  await send({ action: 'stage', importId, rows: [row(id)] });
  // As one who takes the last manager's place does.
  const disabling = untilAwaited(
    api,
    `update public.sales_representatives set is_manager = false where id = '${BAIT.rep.manager}'`,
  );
  await holds(api, `l.relation = 'public.sales_representatives'::regclass and l.mode = 'RowExclusiveLock'`);
  const { status } = await call({ action: 'commit', importId, rowCount: 1 });
  await disabling;
  await api.sql('update public.sales_representatives set is_manager = true where id = $1', [
    BAIT.rep.manager,
  ]);
  expect(status).toBe(403);
  expect(await salesOf(id)).toEqual([]);
});

test('a restored sale has no customer that was erased since', async () => {
  const id = crypto.randomUUID();
  const [customer] = await api.sql<{ id: string }>(
    `insert into public.qualified_leads (email, qualified_by) values ('gone@import.example', $1) returning id`,
    [BAIT.rep.A],
  );
  await importRows(row(id, { lead_email: 'gone@import.example' }));
  const importId = await importRows(row(id, { lead_email: null, commission: 5 }));
  await api.sql('delete from public.qualified_leads where id = $1', [customer?.id]);
  expect(await undo(importId)).toMatchObject({ restored: 1, kept: 0 });
  expect(await salesOf(id)).toEqual([{ id, cents: 32_000, customer: null }]);
});

test('an import that is unknown, too old or without a change is not undone', async () => {
  const refused = async (importId: string) => (await call({ action: 'undo', importId })).status;
  expect(await refused(crypto.randomUUID())).toBe(404);
  const id = crypto.randomUUID();
  const importId = await importRows(row(id));
  expect(await refused(await importRows(row(id)))).toBe(409);
  await api.sql(
    'update private.sales_imports set committed_at = now() - private.sales_imports_undone_within() where id = $1',
    [importId],
  );
  expect(await refused(importId)).toBe(409);
  expect(await salesOf(id)).toHaveLength(1);
});

test('what an undo needs is removed at night when its time is over, and not before', async () => {
  const [old, young] = [
    await importRows(row(crypto.randomUUID())),
    await importRows(row(crypto.randomUUID())),
  ];
  await api.sql(
    'update private.sales_imports set committed_at = now() - private.sales_imports_undone_within() where id = $1',
    [old],
  );
  await api.sql('select public.run_retention(false)');
  expect(
    await api.sql(
      'select i.id, count(c)::int as sales from private.sales_imports i left join private.imported_sales c on c.import_id = i.id group by i.id',
    ),
  ).toEqual([{ id: young, sales: 1 }]);
  expect(await api.sql('select import_id from private.imported_sales where import_id = $1', [old])).toEqual(
    [],
  );
});

test('problems of rows are told by line, a second import waits, and a discarded one is gone', async () => {
  const importId = crypto.randomUUID();
  await send({ action: 'begin', importId, hasCustomers: true });
  expect(await send({ action: 'begin', importId: crypto.randomUUID(), hasCustomers: true })).toMatchObject({
    outcome: 'busy',
  });
  const id = crypto.randomUUID();
  expect(
    await send({
      action: 'stage',
      importId,
      rows: [row(id, { rep_email: 'no@bait.example' }), row(id, { line_number: 3 })],
    }),
  ).toEqual({
    outcome: 'staged',
    problems: [
      { line: 2, code: 'unknown_rep', value: 'no@bait.example' },
      { line: 3, code: 'duplicate_id', value: id },
    ],
  });
  expect(await send({ action: 'discard', importId })).toEqual({ outcome: 'discarded' });
  expect(await send({ action: 'commit', importId, rowCount: 2 })).toEqual({ outcome: 'unknown_import' });
});

test('an import of more rows than a screen takes is refused', async () => {
  const importId = crypto.randomUUID();
  await send({ action: 'begin', importId, hasCustomers: true });
  expect((await call({ action: 'commit', importId, rowCount: 20_001 })).status).toBe(400);
});

test('the list says who imported, and until when it can be undone', async () => {
  const read = async () =>
    salesImportsSchema.parse((await api.rpc('get_sales_imports', {}, tokens.manager)).body).rows;
  const importId = await importRows(row(crypto.randomUUID()));
  expect(await read()).toEqual([
    {
      id: importId,
      by: 'Manager',
      committedAt: expect.any(String),
      inserted: 1,
      updated: 0,
      unchanged: 0,
      undoneAt: null,
      undoUntil: expect.any(String),
    },
  ]);
  await undo(importId);
  expect((await read())[0]?.undoneAt).not.toBeNull();
});

test('the list has the newest 50 imports', async () => {
  await api.sql(
    `insert into private.sales_imports (id, has_customers, committed_at, outcome)
     select gen_random_uuid(), true, now() - make_interval(mins => n), '{"inserted": 0, "updated": 0, "unchanged": 0}'
     from generate_series(1, 60) as n`,
  );
  const { body } = await api.rpc('get_sales_imports', {}, tokens.manager);
  const { rows, now } = salesImportsSchema.parse(body);
  expect(rows).toHaveLength(50);
  expect(Date.parse(now) - Date.parse(rows.at(-1)?.committedAt ?? '')).toBeLessThan(51 * 60_000);
});
