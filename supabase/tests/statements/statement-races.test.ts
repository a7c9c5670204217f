import { expect, test } from 'vitest';
import type { OpenMonths } from '../../../shared/src/contracts/backend/statements/statements.ts';
import { type Sql, withConnection } from '../../../tools/postgres/connect.ts';
import { BAIT } from '../fixtures/bait.ts';
import { OWN_LOCKS } from '../fixtures/own-locks.ts';
import {
  addManager,
  api,
  approval,
  approve,
  openUpTo,
  outcomeOf,
  own,
  rep,
  rowOf,
  sell,
  setCommission,
  tokens,
  useStatements,
} from '../fixtures/statements-fixture.ts';

useStatements();

/** Work in a transaction that is open meanwhile. */
const during = <T>(statement: string, params: unknown[], work: (sql: Sql) => Promise<T>) =>
  withConnection(api.backend.databaseUrl, async (sql) => {
    await sql.query('begin');
    await sql.query(statement, params);
    return work(sql);
  });

const SELL = `insert into public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission)
  values ($1, '2024-01-01', 'Moonshot', 'monthly', 400000, $2)`;

test('an approval does not wait for an import, whose sales are then on the next statement', async () => {
  const raised = await sell('2024-01-01', 100);
  await during(SELL, [rep.repId, 40], async (sql) => {
    await sql.query('update public.sales_records set commission = 150 where id = $1', [raised]);
    expect(await approve('2024-01')).toBe('saved');
    await sql.query('commit');
  });
  expect(await rowOf('2024-01')).toMatchObject({ payCents: 100 });
  expect(await rowOf('2024-02')).toMatchObject({ finalCents: 40, correctionCents: 50, payCents: 90 });
});

test('many imports and approvals at once lose no cent and count none twice', async () => {
  const sales = await Promise.all(Array.from({ length: 10 }, (_, n) => sell(`2024-0${1 + (n % 3)}-01`, n)));
  await Promise.all([
    ...sales.map((sale, n) => setCommission(sale, 100 + n)),
    ...Array.from({ length: 20 }, (_, n) => api.sql(SELL, [rep.repId, n])),
    ...['2024-01', '2024-02', '2024-03', '2024-01', '2024-02'].map((month) => approve(month)),
  ]);
  // Each approval that met other sums is made again.
  for (const month of ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05']) await approve(month);
  const [sums] = await api.sql<{ paid: string; sold: string; lines: string }>(
    `select
       (select sum(final_cents + clawed_back_cents + correction_cents) from private.statements where sales_rep_id = $1) as paid,
       (select sum(commission) from public.sales_records where sales_rep_id = $1) as sold,
       (select sum(cents) from private.commission_entries where sales_rep_id = $1 and statement_id is not null) as lines`,
    [rep.repId],
  );
  expect([sums?.paid, sums?.lines]).toEqual([sums?.sold, sums?.sold]);
});

/** Makes calls that all wait for the representative's row, and then lets them go on. */
async function atOnce<T>(...calls: (() => Promise<T>)[]): Promise<T[]> {
  const [answers] = await during(
    'select from public.sales_representatives where id = $1 for update',
    [rep.repId],
    async (sql) => {
      const made = Promise.all(calls.map((call) => call()));
      await expect
        .poll(() => sql.query(`select distinct l.pid from ${OWN_LOCKS} where not l.granted`))
        .toHaveLength(calls.length);
      await sql.query('commit');
      return [await made];
    },
  );
  return answers ?? [];
}

test('of two managers who approve the same, one is told that the other was first', async () => {
  await sell('2024-01-01', 100);
  const second = await addManager();
  const approveSeen = approval('2024-01', (await openUpTo('2024-01')) as OpenMonths);
  const outcomes = await atOnce(
    () => outcomeOf(approveSeen),
    () => outcomeOf(approveSeen, second.token),
  );
  expect(outcomes.toSorted()).toEqual(['conflict', 'saved']);
  expect(await rowOf('2024-01')).toMatchObject({
    status: 'approved',
    approvedBy: outcomes[0] === 'saved' ? 'Manager' : expect.stringMatching(/^M/),
  });
});

test('a handover while a statement is approved moves customers, and no commission', async () => {
  const sale = await sell('2024-01-01', 100);
  const customer = crypto.randomUUID();
  await api.sql(
    `insert into public.qualified_leads (id, email, name, qualified_by) values ($1::uuid, $1 || '@client.example', 'Cee', $2)`,
    [customer, rep.repId],
  );
  await api.sql('update public.sales_records set qualified_lead_id = $2 where id = $1', [sale, customer]);
  const approveSeen = approval('2024-01', (await openUpTo('2024-01')) as OpenMonths);
  expect((await own('2024-01')).rows).toMatchObject([{ customer: 'Cee' }]);
  const handover = {
    action: 'hand_over',
    handoverId: crypto.randomUUID(),
    fromRepId: rep.repId,
    toRepId: BAIT.rep.B,
    customerIds: [customer],
    requestIds: [],
  };
  const outcomes = await atOnce(
    () => outcomeOf(approveSeen),
    async () =>
      (await api.call('/functions/v1/hand-over-customers', { body: handover, token: tokens.manager })).body
        .outcome,
  );
  expect(outcomes).toEqual(['saved', 'handed_over']);
  expect((await own('2024-01')).rows).toMatchObject([{ saleId: sale, cents: 100, customer: null }]);
  expect((await api.rpc('get_statement', { month: '2024-01' }, tokens['rep B'])).status).toBe(404);
});
