import { operationsTodaySchema } from '@corvane/shared/contracts/backend/operations/operations-today';
import { REQUESTS_RECENT_DAYS } from '@corvane/shared/contracts/backend/terms';
import { counted } from '@corvane/shared/lib/counted';
import { beforeAll, expect, test } from 'vitest';
import { useOpsFixture } from '../ops-fixture.ts';

const { ops, sql } = useOpsFixture();

beforeAll(async () => {
  await sql('delete from public.contact_submissions');
  await sql('update public.qualified_leads set revoked_at = now() where revoked_at is null');
  await sql('delete from private.site_events');
});

test('open work is printed with the command that lists it', async () => {
  expect(await ops('today')).toEqual(['Nothing waits.']);
  const request = (id: number) =>
    sql(
      `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
       values ('00000000-0000-4000-8000-0000000000e${id}', 'Ada', 'ada@today.example', 'Engines', 'contact', '2026-01-01Z')`,
    );
  const recent = counted(REQUESTS_RECENT_DAYS, 'day');
  await request(1);
  const since = '2026-01-01T00:00:00+00:00';
  expect(await ops('today')).toEqual([
    `1\tnew request (1 overdue, 1 older than ${recent})\t${since}\tops requests list --status new`,
    `1\trequest whose mail to the team failed\t${since}\tops requests list --unsent`,
  ]);
  expect(await ops('requests', 'list', '--unsent')).toHaveLength(1);
  await request(2);
  expect(await ops('today')).toEqual([
    `2\tnew requests (2 overdue, 2 older than ${recent})\t${since}\tops requests list --status new`,
    `2\trequests whose mail to the team failed\t${since}\tops requests list --unsent`,
  ]);
});

test('for a program, it is JSON', async () => {
  const [line = ''] = await ops('today', '--json');
  expect(JSON.parse(line)).toMatchObject({ newRequests: { older: 2 }, failedMails: { count: 2 } });
  const raw = await sql<{ answer: unknown }>('select public.find_operations_today() as answer');
  expect(operationsTodaySchema.safeParse(raw[0]?.answer).success).toBe(true);
});

test('all prices that change soon are counted, also when the answer lists only the first 50', async () => {
  await sql(
    `insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
     select p.id, 1, 1, 1, now() + make_interval(hours => hour)
     from (select id from public.products limit 1) p cross join generate_series(1, 53) hour`,
  );
  expect(await ops('today')).toContainEqual(expect.stringMatching(/^53\tprices changing within /));
});
