import { expect, test } from 'vitest';
import type { FunctionDatabase } from '../../database/database.ts';
import { callOf, type FakeDeps, fakeDeps, jsonRequest, repAuthorization } from '../../fake-deps.ts';

const handle = callOf('change-price');

const AMOUNTS = { monthlyCents: 410_000, annualCents: 4_132_800, activationCents: 62_500 };
const SCHEDULE = {
  action: 'schedule',
  plan: 'moonshot',
  version: '0123456789abcdef'.repeat(2),
  from: '2026-12-01T14:00:00.000001+00:00',
  amounts: AMOUNTS,
};
const SET = { action: 'set', plan: SCHEDULE.plan, version: SCHEDULE.version, amounts: AMOUNTS };
const CANCEL = { action: 'cancel', plan: SCHEDULE.plan, version: SCHEDULE.version, from: SCHEDULE.from };

const ORIGIN = { 'user-agent': 'Browser/1', 'x-forwarded-for': '203.0.113.7' };

const change = async (deps: FakeDeps, body: unknown) =>
  handle(jsonRequest(body, { ...(await repAuthorization(deps)), ...ORIGIN }), deps);

test.each([SET, SCHEDULE, CANCEL])('a change reaches the database as it was sent: $action', async (body) => {
  const asked: unknown[] = [];
  const deps = fakeDeps({
    database: {
      changePrice: async (request) => {
        asked.push(request);
        return { outcome: 'saved', now: '2026-11-21T12:00:00Z', plan: { slug: 'moonshot' } };
      },
    },
  });
  const response = await change(deps, body);
  expect(await response.json()).toMatchObject({ outcome: 'saved', plan: { slug: 'moonshot' } });
  expect(asked).toMatchObject([{ change: body, ipAddress: '203.0.113.7', userAgent: 'Browser/1' }]);
});

test('a conflict answers with the stored prices and the latest change', async () => {
  const conflict = {
    outcome: 'conflict' as const,
    now: '2026-11-21T12:00:00Z',
    plan: { slug: 'moonshot' },
    last_change: { event: 'price_scheduled', by: 'manager', name: 'Mona' },
  };
  const deps = fakeDeps({ database: { changePrice: async () => conflict } });
  const response = await change(deps, SET);
  expect([response.status, await response.json()]).toEqual([200, conflict]);
});

test.each<[string, Awaited<ReturnType<FunctionDatabase['changePrice']>>, number, string[]]>([
  ['a session that has ended', { outcome: 'unauthenticated' }, 401, []],
  ['a manager without a code', { outcome: 'forbidden' }, 403, []],
  ['an unknown plan', { outcome: 'unknown_plan' }, 404, []],
  ['nothing to cancel', { outcome: 'not_scheduled' }, 404, []],
  ['a schedule in the past', { outcome: 'past' }, 400, ['from']],
  ['two for one instant', { outcome: 'taken' }, 400, ['from']],
  ['the same amounts', { outcome: 'unchanged' }, 400, ['amounts']],
])('%s is refused, with the field that is wrong', async (_case, changed, status, fields) => {
  const response = await change(fakeDeps({ database: { changePrice: async () => changed } }), SCHEDULE);
  const { error } = await response.json();
  expect([response.status, Object.keys(error.fields ?? {})]).toEqual([status, fields]);
});

const amounts = (monthlyCents: unknown) => ({ ...SET, amounts: { ...AMOUNTS, monthlyCents } });

test.each<[string, unknown, string]>([
  ['0', amounts(0), 'amounts.monthlyCents'],
  ['a negative amount', amounts(-1), 'amounts.monthlyCents'],
  ['three decimals', amounts(410_000.5), 'amounts.monthlyCents'],
  ['10 digits', amounts(1_000_000_000), 'amounts.monthlyCents'],
  ['a text', amounts('4100.00'), 'amounts.monthlyCents'],
  ['a missing amount', { ...SET, amounts: { monthlyCents: 1, annualCents: 1 } }, 'amounts.activationCents'],
  ['no version', { ...SET, version: undefined }, 'version'],
  ['a plan that is not a slug', { ...SET, plan: 'Moonshot!' }, 'plan'],
  ['an unknown action', { ...SET, action: 'raise' }, 'action'],
  ['a day without a time', { ...SCHEDULE, from: '2026-12-01' }, 'from'],
  ['the year 0', { ...SCHEDULE, from: '0000-01-01T00:00:00Z' }, 'from'],
  ['a year of five digits', { ...SCHEDULE, from: '20266-01-01T00:00:00Z' }, 'from'],
  ['a mistyped year', { ...SCHEDULE, from: '2626-01-01T00:00:00Z' }, 'from'],
  ['an impossible time zone offset', { ...SCHEDULE, from: '2026-12-01T00:00:00+23:00' }, 'from'],
])('%s is refused before the database is asked', async (_case, body, field) => {
  const deps = fakeDeps();
  const response = await change(deps, body);
  expect(response.status).toBe(400);
  expect(Object.keys((await response.json()).error.fields)).toEqual([field]);
  expect(deps.calls).toEqual([]);
});
