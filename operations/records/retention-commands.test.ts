import {
  CONTACT_REQUESTS_KEPT_DAYS,
  IDLE_CUSTOMERS_KEPT_DAYS,
  QUARANTINED_REQUESTS_KEPT_DAYS,
  SIGN_IN_TRACES_KEPT_DAYS,
  SITE_EVENTS_KEPT_DAYS,
} from '@corvane/shared/contracts/backend/terms';
import { expect, test } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql } = useOpsFixture();

/** Of each kind, one that is a day too old and one that has a day left. */
async function storeOldAndYoung(): Promise<void> {
  for (const daysMore of [1, -1]) {
    const ago = (days: number) => `${days + daysMore} days`;
    const addRequest = (name: string, days: number, isQuarantined: boolean) =>
      sql(
        `insert into public.contact_submissions
           (id, first_name, email, company, project_type, created_at, quarantined_at)
         values (gen_random_uuid(), $1, 'r@keep.example', 'K', 'contact', now() - $2::interval,
           case when $3 then now() - $2::interval end)`,
        [`${name} ${daysMore}`, ago(days), isQuarantined],
      );
    await addRequest('quarantined', QUARANTINED_REQUESTS_KEPT_DAYS, true);
    await addRequest('request', CONTACT_REQUESTS_KEPT_DAYS, false);
    for (const kind of ['idle', 'buyer']) {
      const email = `${kind}${daysMore}@keep.example`;
      await sql(
        `insert into public.qualified_leads (email, qualified_by, created_at, link_issued_at, token_expires_at)
         select $1, id, '2020-01-01', '2020-01-01', now() - $2::interval
         from public.sales_representatives order by email limit 1`,
        [email, ago(IDLE_CUSTOMERS_KEPT_DAYS)],
      );
      if (kind === 'buyer') {
        await sql(
          `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name,
             billing_frequency, sale_amount) select qualified_by, '2021-01-01', id, 'Moonshot', 'annual', 100
           from public.qualified_leads where email = $1`,
          [email],
        );
      }
    }
    await sql(
      `insert into public.sales_sessions (sales_rep_id, user_agent, refresh_hash, created_at, expires_at)
       select id, $1::text, encode(sha256(convert_to($1::text, 'UTF8')), 'hex'), now() - $2::interval, now() - $2::interval + interval '12 hours' 
       from public.sales_representatives order by email limit 1`,
      [`session ${daysMore}`, ago(SIGN_IN_TRACES_KEPT_DAYS)],
    );
    await sql(
      `insert into public.audit_events (event, occurred_at, ip_address, user_agent, detail)
       values ('signed_out', now() - $1::interval, '203.0.113.9', 'Old Browser', $2)`,
      [ago(SIGN_IN_TRACES_KEPT_DAYS), { kept: daysMore }],
    );
    await sql(
      `insert into private.site_events (occurred_at, composition_id, versions, path, kind, metric, value)
       values (now() - $1::interval, 'keep', '{"host": "h1"}', '/keep', 'web-vital', 'TTFB', $2)`,
      [ago(SITE_EVENTS_KEPT_DAYS), 100 + daysMore],
    );
  }
}

const kept = () =>
  sql<{ what: string }>(
    `select first_name as what from public.contact_submissions where email = 'r@keep.example'
     union all select email from public.qualified_leads where email like '%@keep.example'
     union all select user_agent from public.sales_sessions where user_agent like 'session %'
     union all select 'traces of line ' || (detail ->> 'kept') from public.audit_events
       where detail ? 'kept' and ip_address is not null and user_agent is not null
     union all select 'event ' || value from private.site_events where composition_id = 'keep'
     order by 1`,
  ).then((rows) => rows.map(({ what }) => what));

test('a run removes only expired data of every kind; a dry run removes nothing', async () => {
  await storeOldAndYoung();
  const before = await kept();
  expect(before).toHaveLength(14);
  const counts = (lines: string[]) => lines.map((line) => line.split('\t')[2]?.replace(/ .*/, ''));

  const announced = await ops('retention', 'run', '--dry-run');
  expect(await kept()).toEqual(before);
  expect(announced).toContain(`contact requests\tkept ${CONTACT_REQUESTS_KEPT_DAYS} days\t1 to remove`);

  const done = await ops('retention', 'run');
  expect(counts(done)).toEqual(counts(announced));
  expect(await kept()).toEqual([
    'buyer-1@keep.example',
    'buyer1@keep.example',
    'event 99',
    'idle-1@keep.example',
    'quarantined -1',
    'request -1',
    'session -1',
    'traces of line -1',
  ]);
  const [line] = await sql<{ detail: Record<string, number> }>(
    `select detail from public.audit_events where event = 'data_expired'`,
  );
  expect(line?.detail).toMatchObject({ contact_requests: 1, idle_customers: 1, quarantined_requests: 1 });
});

test('a second run finds nothing, and the trail records it too', async () => {
  await ops('retention', 'run');
  expect((await ops('retention', 'run')).every((line) => line.endsWith('\t0 removed'))).toBe(true);
  const [count] = await sql<{ lines: number }>(
    `select count(*)::int as lines from public.audit_events where event = 'data_expired'`,
  );
  expect(count?.lines).toBe(3);
  const shown = await ops('retention', 'show');
  expect(shown[0]).toBe(
    `contact requests held back\t${QUARANTINED_REQUESTS_KEPT_DAYS} days from when they were sent\t0 removed last`,
  );
  expect(shown.at(-1)).toMatch(/^Last run: 20/);
});

test('a flag takes no value', async () => {
  await expect(ops('retention', 'run', '--dry-run=no')).rejects.toThrow(
    "Option '--dry-run' does not take an argument",
  );
});

test('a finished run of release prune is noted for the doctor', async () => {
  expect(await ops('prune', 'noted')).toEqual(['The run is noted.']);
  const [run] = await sql<{ age_s: number }>(
    `select extract(epoch from now() - finished_at)::float as age_s from private.upkeep_runs where job = 'prune'`,
  );
  expect(run?.age_s).toBeLessThan(60);
});
