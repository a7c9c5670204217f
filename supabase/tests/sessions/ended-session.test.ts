import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { PROCEDURES, procedureCaller } from '../fixtures/listed-procedures.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let call: Awaited<ReturnType<typeof procedureCaller>>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  call = await procedureCaller(api);
});

afterAll(() => api.close());

/*
 * A representative whose session was ended elsewhere read '$0.00', 'No sales data available yet' and 'Customers: All 0'
 * until the token ran out: the procedures gave an ended session the same empty answer as a person without data.
 */

/** The same for everybody, with or without a session. */
const PUBLIC = ['get_product_description', 'get_product_features'];

const OF_A_SESSION = PROCEDURES.filter(({ name }) => !PUBLIC.includes(name));

describe.each([
  'logged-out rep A',
  'expired session of rep A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
] as const)('%s', (actor) => {
  test.each(OF_A_SESSION)('is refused by $name, without any data', async (procedure) => {
    const answer = await call(procedure, tokens[actor]);
    expect([answer.status, answer.body.message]).toEqual([401, 'the session has ended']);
  });

  test.each(PROCEDURES.filter(({ name }) => PUBLIC.includes(name)))(
    'may still read $name',
    async (procedure) => {
      expect((await call(procedure, tokens[actor])).status).toBe(200);
    },
  );
});

test.each(OF_A_SESSION)('a live session is not refused by $name', async (procedure) => {
  const actor = procedure.callers.includes('manager') ? 'manager' : 'rep A';
  expect((await call(procedure, tokens[actor])).status).toBe(200);
  expect((await call(procedure, tokens['customer of A'])).status).not.toBe(401);
});

test('a representative who was disabled is refused from the next request on', async () => {
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  const answers = await Promise.all(OF_A_SESSION.map((procedure) => call(procedure, tokens['rep B'])));
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
  expect(answers.map(({ status }) => status)).toEqual(OF_A_SESSION.map(() => 401));
});

test('an anonymous caller still gets an empty list of prices, like every visitor', async () => {
  const answer = await api.rpc('get_plan_prices', {});
  expect([answer.status, answer.body]).toEqual([200, []]);
});
