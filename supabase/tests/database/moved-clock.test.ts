import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  moveDatabaseClock,
  restoreDatabaseClock,
} from '../../../tools/stack/backend/engine/database-clock.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

/* Journeys trust this clock: a part of the database that kept the machine's time would make them test less. */

const DAY_MS = 86_400_000;
/** Calls of the functions, by the numbers that PostgreSQL has given them for good. */
const MACHINE_CLOCKS = ':funcid (1299|2647|2648|2649) ';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
  await api.sql(`create table private.clock_readings (kind text, at timestamptz default now())`);
  // A procedure keeps its plans, and the clock's number in them.
  await api.sql(
    `create function private.planned_now() returns timestamptz language plpgsql as 'begin return now(); end'`,
  );
});
afterAll(() => api.close());
afterEach(() => restoreDatabaseClock(api.sql));

/** How far each way to tell the time is ahead of this machine, in days. */
async function daysAhead(): Promise<Record<string, number>> {
  await api.sql('delete from private.clock_readings');
  await api.sql(`insert into private.clock_readings (kind) values ('default')`);
  await api.sql(`insert into private.clock_readings values
    ('now', now()), ('statement', statement_timestamp()), ('transaction', transaction_timestamp()),
    ('clock', clock_timestamp()), ('procedure', private.planned_now())`);
  const rows = await api.sql<{ kind: string; ms: string }>(
    'select kind, extract(epoch from at) * 1000 as ms from private.clock_readings',
  );
  return Object.fromEntries(
    rows.map(({ kind, ms }) => [kind, 0 + Math.round((Number(ms) - Date.now()) / DAY_MS)]),
  );
}

const storedExpressions = () =>
  api.sql<{ text: string; tree: string }>(
    `select concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as text,
       concat(polqual::text, polwithcheck::text) as tree from pg_policy
     union all select pg_get_expr(adbin, adrelid), adbin::text from pg_attrdef
     order by 1, 2`,
  );
const machineCalls = async () =>
  (await storedExpressions()).filter(({ tree }) => new RegExp(MACHINE_CLOCKS).test(tree)).length;

test('the whole database sees a moved clock, and the machine sees its own again afterwards', async () => {
  const everywhere = (days: number) => ({
    default: days,
    now: days,
    statement: days,
    transaction: days,
    clock: days,
    procedure: days,
  });
  const before = await storedExpressions();
  const calls = await machineCalls();
  expect(calls).toBeGreaterThan(10);
  expect(await daysAhead()).toEqual(everywhere(0));

  for (const days of [1, 3, -2]) {
    await moveDatabaseClock(api.sql, new Date(Date.now() + days * DAY_MS));
    expect(await daysAhead()).toEqual(everywhere(days));
    expect(await machineCalls()).toBe(0);
  }

  await restoreDatabaseClock(api.sql);
  expect(await daysAhead()).toEqual(everywhere(0));
  expect(await machineCalls()).toBe(calls);
  expect((await storedExpressions()).map(({ text }) => text)).toEqual(before.map(({ text }) => text));
});

test('a function that asks for the time in a way that cannot be moved is named', async () => {
  await api.sql(`create function private.machine_day() returns date language sql as 'select current_date'`);
  try {
    await expect(moveDatabaseClock(api.sql, new Date(Date.now() + DAY_MS))).rejects.toThrow(
      'The clock of these cannot be moved: function private.machine_day()',
    );
    expect((await daysAhead()).now).toBe(0);
  } finally {
    await api.sql('drop function private.machine_day()');
  }
});
