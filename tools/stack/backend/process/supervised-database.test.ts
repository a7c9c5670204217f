import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestBackend, type TestBackend } from '../../../../supabase/tests/stand/start-test-backend.ts';
import { DATABASE_LIMITS } from './database-limits.ts';

/** An anonymous query that never ends by itself. */
const RUNAWAY =
  'create function public.run_away() returns int language sql as $$ select count(*)::int from generate_series(1, 100000000000) $$';
const HUNGRY = `create function public.eat_memory() returns int language sql as $$ select length(repeat('x', 400000000) || repeat('y', 400000000)) $$`;

const ATTACKER = '203.0.113.66';
const VISITOR = '198.51.100.7';

/** Each test starts the process again, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 900_000 });

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend({ DATABASE_URL: undefined });
  await api.sql(RUNAWAY);
  await api.sql(HUNGRY);
  await api.sql('grant execute on function public.run_away(), public.eat_memory() to anon');
  // The API reads the list of procedures once.
  await api.restartDatabase();
});

afterAll(() => api.close());

const pid = () => api.backend.databasePid();
const rpc = (name: string, ip: string, args: unknown = {}) =>
  api.call(`/rest/v1/rpc/${name}`, { body: args, ip });
const readFrom = (ip: string) => rpc('get_plan_prices', ip);

/** On a busy machine a start takes a while. */
const PATIENCE = { timeout: 60_000 };

async function expectAnswersAgain(): Promise<void> {
  await vi.waitUntil(() => api.backend.healthy(), PATIENCE);
  expect((await readFrom(VISITOR)).status).toBe(200);
}

test.each(['run_away', 'eat_memory'])(
  'a call over its limit (%s) fails alone: waiting calls are answered, and its caller is refused for a while',
  async (name) => {
    await vi.waitUntil(async () => (await readFrom(ATTACKER)).status === 200, PATIENCE);
    const before = pid();
    const attack = rpc(name, ATTACKER);
    const waiting = [readFrom(VISITOR), readFrom(VISITOR)];
    const refused = await attack;
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(refused.body).toEqual({
      code: 'PGRST001',
      message: 'The database cannot answer right now.',
      details: null,
      hint: null,
    });
    expect((await readFrom(ATTACKER)).status).toBe(503);
    const answered = await Promise.all(waiting);
    expect(answered.map(({ status }) => status)).toEqual([200, 200]);
    expect(pid()).not.toBe(before);
  },
);

test('a spare process takes over, and the next spare is started', async () => {
  await expectAnswersAgain();
  await vi.waitUntil(() => api.backend.spareDatabasePid() !== undefined, PATIENCE);
  const spare = api.backend.spareDatabasePid();
  process.kill(pid() ?? 0, 'SIGKILL');
  await vi.waitUntil(() => pid() === spare, PATIENCE);
  await expectAnswersAgain();
  await vi.waitUntil(() => api.backend.spareDatabasePid() !== undefined, PATIENCE);
  expect(api.backend.spareDatabasePid()).not.toBe(spare);
});

test('a spare that has died is not used', async () => {
  await expectAnswersAgain();
  await vi.waitUntil(() => api.backend.spareDatabasePid() !== undefined, PATIENCE);
  const [before, spare] = [pid(), api.backend.spareDatabasePid()];
  process.kill(spare ?? 0, 'SIGKILL');
  process.kill(before ?? 0, 'SIGKILL');
  await vi.waitUntil(() => pid() !== before && pid() !== spare, PATIENCE);
  await expectAnswersAgain();
});

test('plain calls do not use up a process', async () => {
  await expectAnswersAgain();
  // A new process: its engine compiles most of its own code during these.
  const first = pid();
  process.kill(first ?? 0, 'SIGKILL');
  await vi.waitUntil(() => pid() !== first, PATIENCE);
  await expectAnswersAgain();
  const before = pid();
  const { grant } = await api.signIn(api.backend.demo.salesIds[0] ?? '');
  const procedures = ['get_sales_sessions', 'get_rep_settings', 'get_sales_dashboard', 'get_plan_prices'];
  for (let n = 0; n < 25; n++) {
    const ip = `198.51.100.${n}`;
    const wrong = await api.call('/functions/v1/sign-in-customer', { body: { token: 'x'.repeat(32) }, ip });
    expect(wrong.status).toBe(401);
    for (const name of procedures) expect((await api.rpc(name, {}, grant.sessionToken)).status).toBe(200);
  }
  expect(pid()).toBe(before);
});

test('a process whose memory has grown is replaced between two calls, and no call fails', async () => {
  await expectAnswersAgain();
  const before = pid();
  const calls = [
    api.sql("select length(repeat('x', 300000000))"),
    ...Array.from({ length: 8 }, () => readFrom(VISITOR)),
  ];
  const [, ...answers] = await Promise.all(calls);
  expect(answers).toEqual(answers.map(() => expect.objectContaining({ status: 200 })));
  expect(pid()).not.toBe(before);
});

test('a process that refused many calls is replaced between two calls, and no call fails', async () => {
  await expectAnswersAgain();
  const before = pid();
  const statuses = new Set<number>();
  const wrong = { product_name_param: 'x'.repeat(1_000) };
  for (let sent = 0; sent < DATABASE_LIMITS.replaceAtRefusals; sent += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => rpc('get_product_description', VISITOR, wrong)),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([400]);
  await expectAnswersAgain();
  expect(pid()).not.toBe(before);
});

test('a database that answers every query with an error is replaced', async () => {
  await expectAnswersAgain();
  const before = pid();
  // The one connection stays in a transaction that has failed.
  await api.sql('begin');
  await expect(api.sql('select 1 / 0')).rejects.toThrow('division by zero');
  await vi.waitUntil(() => pid() !== before, PATIENCE);
  await expectAnswersAgain();
});

test('the next probe finds a hanging process before a visitor does', async () => {
  const before = pid();
  api.log.length = 0;
  process.kill(before ?? 0, 'SIGSTOP');
  await vi.waitUntil(() => pid() !== before, PATIENCE);
  await expectAnswersAgain();
  expect(api.log).toContain('database: a call took longer than 5000 ms; the process is ended');
});

test('a restarted process knows the procedures without reading them again', async () => {
  await api.sql('create function public.made_later() returns int language sql as $$ select 1 $$');
  const before = pid();
  process.kill(before ?? 0, 'SIGKILL');
  await vi.waitUntil(() => pid() !== before, PATIENCE);
  await expectAnswersAgain();
  expect((await rpc('made_later', VISITOR)).body.code).toBe('PGRST202');
  await api.restartDatabase();
  // Known now, and refused: no role was granted it.
  expect((await rpc('made_later', VISITOR)).body.code).not.toBe('PGRST202');
});

test('a busy database is not ready, and a function says when to try again', async () => {
  await expectAnswersAgain();
  const end = pid();
  const busy = api.sql('select public.run_away()').catch((error: Error) => error.name);
  await vi.waitUntil(async () => !(await api.backend.healthy()), PATIENCE);
  process.kill(end ?? 0, 'SIGKILL');
  expect(await busy).toBe('DatabaseUnavailable');
  await expectAnswersAgain();
});

test('calls of a killed process get a 503 in the shape of the functions', async () => {
  await expectAnswersAgain();
  await api.sql(`create function public.run_away_on_insert() returns trigger language plpgsql
    as $$ begin perform public.run_away(); return new; end $$`);
  await api.sql(`create trigger run_away before insert on public.sales_sessions
    for each row execute function public.run_away_on_insert()`);
  const [salesId] = api.backend.demo.salesIds;
  const answer = await api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip: ATTACKER });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('5');
  expect(errorBodySchema.parse(answer.body).error).toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 5,
  });
  await expectAnswersAgain();
});

test('calls of one caller beyond its waiting limit are refused at once', async () => {
  const crowded = await startTestBackend({ DATABASE_URL: undefined }, { maxPerCaller: 5 });
  try {
    const calls = Array.from({ length: 20 }, () =>
      crowded.call('/rest/v1/rpc/get_plan_prices', { body: {}, ip: ATTACKER }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(6);
    expect(statuses.filter((status) => status === 503)).toHaveLength(14);
  } finally {
    await crowded.close();
  }
});

test('a call waits less than the functions and the edge do', () => {
  expect(DATABASE_LIMITS.waitMs).toBeLessThan(10_000);
  expect(DATABASE_LIMITS.callMs).toBeLessThan(30_000);
});
