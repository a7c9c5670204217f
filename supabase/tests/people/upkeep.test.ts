import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
beforeAll(async () => {
  api = await startTestBackend();
});
afterAll(() => api.close());

const asOperator = (name: string, args: object) =>
  api.call(`/rest/v1/rpc/${name}`, { body: args, key: api.backend.secretKey });
const finishedAt = async (job: string) => {
  const [row] = await api.sql<{ at: string }>(
    `select finished_at::text as at from private.upkeep_runs where job = '${job}'`,
  );
  return row?.at ?? null;
};

test('only the secret key can read upkeep or record a run', async () => {
  for (const [name, args] of [
    ['report_upkeep', {}],
    ['record_upkeep_run', { job_param: 'backup', detail_param: {} }],
  ] as const) {
    const answer = await api.call(`/rest/v1/rpc/${name}`, { body: args });
    expect([401, 403]).toContain(answer.status);
  }
  expect(await finishedAt('backup')).toBeNull();
});

test('a retention run is recorded even if it removes nothing; a dry run is not recorded', async () => {
  await asOperator('run_retention', { is_dry_run_param: true });
  expect(await finishedAt('retention')).toBeNull();
  await asOperator('run_retention', { is_dry_run_param: false });
  const first = await finishedAt('retention');
  expect(first).not.toBeNull();
  await asOperator('run_retention', { is_dry_run_param: false });
  expect(await finishedAt('retention')).not.toBe(first);
});

test('a run replaces the previous one, and an unknown job is refused', async () => {
  for (const name of ['one', 'two'])
    await asOperator('record_upkeep_run', { job_param: 'backup', detail_param: { name } });
  // The embedded API answers 500 where PostgREST answers 400.
  for (const args of [
    { job_param: 'dusting', detail_param: {} },
    { job_param: 'backup', detail_param: [] },
  ])
    expect((await asOperator('record_upkeep_run', args)).status).toBeGreaterThanOrEqual(400);
  const { body } = await asOperator('report_upkeep', {});
  expect((body as { runs: unknown[] }).runs).toContainEqual(
    expect.objectContaining({ job: 'backup', detail: { name: 'two' } }),
  );
});

test('the report has the newest migration, the plans, and a plan without a current price', async () => {
  const report = async () => (await asOperator('report_upkeep', {})).body as Record<string, unknown>;
  expect(await report()).toMatchObject({
    newestMigration: expect.stringMatching(/^\d{14}$/),
    plans: 4,
    plansWithoutPrice: [],
  });
  const [oldest] = await api.sql<{ at: Date }>(
    'select occurred_at as at from public.audit_events order by line_number limit 1',
  );
  expect(Date.parse(String((await report()).since))).toBe(oldest?.at.getTime());
  await api.sql(`insert into public.products (slug, name, position) values ('to-come', 'To come', 99)`);
  await api.sql(
    `insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
     select id, 1, 1, 1, now() + interval '1 day' from public.products where slug = 'to-come'`,
  );
  expect(await report()).toMatchObject({ plans: 5, plansWithoutPrice: ['to-come'] });
});

test('the report says whether an archive is set up, and that nothing holds the write-ahead log', async () => {
  const report = async () => (await asOperator('report_upkeep', {})).body as Record<string, unknown>;
  const quiet = { slots: [], archivingFailsSince: null };
  expect(await report()).toMatchObject({ hasArchive: false, ...quiet });
  await api.sql('create role corvane_archive');
  expect(await report()).toMatchObject({ hasArchive: true, ...quiet });
  await api.sql('drop role corvane_archive');
});

test.each(['base', 'prune', 'archive_drill'])('a run of %s is recorded', async (job) => {
  await asOperator('record_upkeep_run', { job_param: job, detail_param: {} });
  expect(await finishedAt(job)).not.toBeNull();
});
