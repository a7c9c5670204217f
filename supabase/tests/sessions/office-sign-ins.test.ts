import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '../../../shared/src/contracts/backend/terms.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const OFFICE = '198.51.100.30';
const PEOPLE = 30;

let api: TestBackend;
let salesId: string;

beforeAll(async () => {
  api = await startTestBackend();
  salesId = api.backend.demo.salesIds[0] ?? '';
}, 180_000);

afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from private.rate_limit_counters');
});

const signIn = (id: string, ip = OFFICE) =>
  api.call('/functions/v1/sign-in-rep', { body: { salesId: id }, ip });
const openLink = (token: string) =>
  api.call('/functions/v1/sign-in-customer', { body: { token }, ip: OFFICE });

/** Number of calls per status, all made at once. */
async function statusesOf(calls: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

const repeat = <T>(times: number, make: (n: number) => T) => Array.from({ length: times }, (_, n) => make(n));

describe('an office behind one address', () => {
  test('signs in 30 representatives at once', async () => {
    expect(await statusesOf(repeat(PEOPLE, () => signIn(salesId)))).toEqual({ 200: PEOPLE });
  });

  test('opens 30 access links at once', async () => {
    const token = api.backend.demo.accessToken;
    expect(await statusesOf(repeat(PEOPLE, () => openLink(token)))).toEqual({ 200: PEOPLE });
  });

  test('never uses up its attempts by signing in: only wrong IDs count', async () => {
    await Promise.all(repeat(PEOPLE, () => signIn(salesId)));
    const wrong = ATTEMPT_LIMITS['sign-in:ip'].attempts - 1;
    expect(await statusesOf(repeat(wrong, (n) => signIn(`WRONG-${n}`)))).toEqual({ 401: wrong });
    expect((await signIn(salesId)).status).toBe(200);
    expect((await signIn('WRONG-LAST')).status).toBe(401);
    expect((await signIn(salesId)).status).toBe(429);
  });
});

describe('compares only as many simultaneous wrong IDs as the limit allows', () => {
  const failed = async (event: string) =>
    (
      await api.sql<{ count: number }>(
        'select count(*)::int as count from public.audit_events where event = $1',
        [event],
      )
    )[0]?.count ?? 0;

  test('400 wrong sales IDs from one address', async () => {
    const before = await failed('rep_sign_in_failed');
    const statuses = await statusesOf(repeat(400, (n) => signIn(`WRONG-${n}`)));
    expect(statuses).toEqual({
      401: ATTEMPT_LIMITS['sign-in:ip'].attempts,
      429: 400 - ATTEMPT_LIMITS['sign-in:ip'].attempts,
    });
    expect((await failed('rep_sign_in_failed')) - before).toBe(ATTEMPT_LIMITS['sign-in:ip'].attempts);
  }, 180_000);

  test('one wrong sales ID from 100 addresses', async () => {
    const statuses = await statusesOf(repeat(100, (n) => signIn('WRONG-ID', `192.0.2.${n}`)));
    expect(statuses).toEqual({
      401: ATTEMPT_LIMITS['sign-in:id'].attempts,
      429: 100 - ATTEMPT_LIMITS['sign-in:id'].attempts,
    });
  });

  test('200 wrong access tokens from one address', async () => {
    const before = await failed('customer_sign_in_failed');
    const limit = ATTEMPT_LIMITS['sign-in-customer:ip'].attempts;
    const statuses = await statusesOf(repeat(200, (n) => openLink(`wrong-token-${n}`)));
    expect(statuses).toEqual({ 401: limit, 429: 200 - limit });
    expect((await failed('customer_sign_in_failed')) - before).toBe(limit);
  });
});
