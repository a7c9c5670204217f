import { afterAll, beforeAll, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '../../../shared/src/contracts/backend/terms.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const WRONG_IDS = process.env.TEST_DEEP ? 10_000 : 1_000;
/** Attempts that are sent at once. The representative signs in once during each batch. */
const BATCH = WRONG_IDS / 25;
const STRANGER = '203.0.113.66';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

test(`${WRONG_IDS} wrong sales IDs from one address: ${ATTEMPT_LIMITS['sign-in:ip'].attempts} are compared, and a representative at another address can always sign in`, async () => {
  const salesId = api.backend.demo.salesIds[0] ?? '';
  const statuses = new Map<number, number>();
  const waits = new Set<number>();
  const attempt = async (n: number) => {
    const answer = await api.call('/functions/v1/sign-in-rep', {
      body: { salesId: `GUESS-${n}` },
      ip: STRANGER,
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 429) waits.add(Number(answer.headers.get('retry-after')));
  };

  let signIns = 0;
  for (let first = 0; first < WRONG_IDS; first += BATCH) {
    const attempts = Array.from({ length: BATCH }, (_, n) => attempt(first + n));
    await api.signIn(salesId, '198.51.100.7');
    signIns++;
    await Promise.all(attempts);
  }

  expect(Object.fromEntries(statuses)).toEqual({
    401: ATTEMPT_LIMITS['sign-in:ip'].attempts,
    429: WRONG_IDS - ATTEMPT_LIMITS['sign-in:ip'].attempts,
  });
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...waits)).toBeLessThanOrEqual(ATTEMPT_LIMITS['sign-in:ip'].windowSeconds);

  // From there even the correct ID is refused, so continuing reveals nothing. From another address it works.
  const after = await api.call('/functions/v1/sign-in-rep', { body: { salesId }, ip: STRANGER });
  expect([after.status, Number(after.headers.get('retry-after')) >= 1]).toEqual([429, true]);
  const { grant } = await api.signIn(salesId, '198.51.100.8');
  expect((await api.rpc('get_plan_prices', {}, grant.sessionToken)).body).not.toEqual([]);

  const [trail] = await api.sql(
    `select count(*) filter (where event = 'rep_sign_in_failed' and ip_address = $1)::integer as failed,
       count(*) filter (where event = 'rep_signed_in')::integer as signed_in
     from public.audit_events`,
    [STRANGER],
  );
  expect(trail).toEqual({ failed: ATTEMPT_LIMITS['sign-in:ip'].attempts, signed_in: signIns + 1 });
});
