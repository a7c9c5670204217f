import { afterAll, beforeAll, expect, test } from 'vitest';
import { toldRetentionSchema } from '../../../shared/src/contracts/backend/people/people.ts';
import { RETENTION_DAYS } from '../../../shared/src/contracts/backend/retention-days.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let token: string;

beforeAll(async () => {
  api = await startTestBackend();
  token = await managerToken(api);
});

afterAll(() => api.close());

const told = async () =>
  toldRetentionSchema.parse(
    (await api.call('/functions/v1/read-people', { body: { action: 'retention' }, token })).body,
  ).retention;

test('the job applies the periods that the privacy page says, of every kind', async () => {
  const { rules } = await told();
  expect(rules.map(({ kind, keptDays }) => [kind, keptDays])).toEqual(Object.entries(RETENTION_DAYS));
});

test('the last run is reported with its result, even if it removed nothing', async () => {
  expect(await told()).toMatchObject({ lastRunAt: null });
  await api.sql(`select public.run_retention(true)`);
  expect(await told()).toMatchObject({ lastRunAt: null });
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
     values (gen_random_uuid(), 'Old', 'old@keep.example', 'K', 'demo', now() - make_interval(days => $1))`,
    [RETENTION_DAYS.contact_requests + 1],
  );
  await api.sql('select public.run_retention(false)');
  const first = await told();
  expect(first.rules.find(({ kind }) => kind === 'contact_requests')?.removed).toBe(1);
  await api.sql('select public.run_retention(false)');
  const second = await told();
  expect(second.rules.every(({ removed }) => removed === 0)).toBe(true);
  expect(Date.parse(second.lastRunAt ?? '')).toBeGreaterThan(Date.parse(first.lastRunAt ?? ''));
});

test('IP address and browser of a sign-in are removed on time, even if the session still lives', async () => {
  await api.sql(
    `insert into public.customer_sessions (qualified_lead_id, ip_address, user_agent, refresh_hash, created_at, expires_at)
     select id, '203.0.113.50', 'Long Browser', repeat('9', 64), now() - make_interval(days => $1), now() + interval '1 day'
     from public.qualified_leads limit 1`,
    [RETENTION_DAYS.sign_in_traces + 1],
  );
  await api.sql('select public.run_retention(false)');
  expect(
    await api.sql(
      `select ip_address, user_agent from public.customer_sessions where refresh_hash = repeat('9', 64)`,
    ),
  ).toEqual([{ ip_address: null, user_agent: null }]);
});
