import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

/* The tests in pgtap/ prove which rows each caller reads, and that no caller writes. This is what only a request shows. */

const { sale } = BAIT;

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

test.each(['anon', 'rep A'] as const)('a table is refused to %s', async (actor) => {
  const answer = await api.call('/rest/v1/product_prices?select=*', { token: tokens[actor] });
  expect([answer.status, answer.body.code]).toEqual([actor === 'anon' ? 401 : 403, '42501']);
});

test.each(['tampered token of rep A', 'expired token of rep A'] as const)(
  'a request with the %s is refused, also where an anonymous one is answered',
  async (actor) => {
    const answer = await api.rpc('get_plan_prices', {}, tokens[actor]);
    expect([answer.status, answer.body.code]).toEqual([401, 'PGRST301']);
  },
);

test('without a key, and with a wrong one, nothing is answered', async () => {
  for (const key of [null, 'sb_publishable_wrong']) {
    expect((await api.call('/rest/v1/products', { key })).status).toBe(401);
    expect((await api.call('/rest/v1/rpc/get_plan_prices', { key, body: {} })).status).toBe(401);
  }
});

test('parallel requests of different actors never share a role', async () => {
  const asked = Array.from(
    { length: 40 },
    (_, i) => (['rep A', 'anon', 'rep B', 'logged-out rep A'] as const)[i % 4],
  );
  const answers = await Promise.all(
    asked.map((actor) => api.rpc('get_sales_table', {}, tokens[actor ?? 'anon'])),
  );
  answers.forEach((answer, i) => {
    const actor = asked[i];
    if (actor === 'anon') expect([answer.status, answer.body.code]).toEqual([401, '42501']);
    else if (actor === 'logged-out rep A') expect([answer.status, answer.body.code]).toEqual([401, 'PT401']);
    else
      expect(answer.body.rows.map((row: { id: string }) => row.id)).toEqual([
        actor === 'rep A' ? sale.A : sale.B,
      ]);
  });
});
