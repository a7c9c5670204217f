import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationsTodaySchema } from '../../../shared/src/contracts/backend/operations-today.ts';
import { type OpsStand, opsStand } from '../ops-stand.ts';

let stand: OpsStand;
beforeAll(async () => {
  stand = await opsStand();
  await stand.backend.sql('delete from public.contact_submissions');
  await stand.backend.sql('update public.qualified_leads set revoked_at = now() where revoked_at is null');
  await stand.backend.sql('delete from private.site_events');
});
afterAll(() => stand.close());

test('open work is printed with the command that lists it', async () => {
  expect(await stand.ops('today')).toEqual(['Nothing waits.']);
  await stand.backend.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, created_at)
     values ('00000000-0000-4000-8000-0000000000e1', 'Ada', 'ada@today.example', 'Engines', 'contact', '2026-01-01Z')`,
  );
  const since = '2026-01-01T00:00:00+00:00';
  expect(await stand.ops('today')).toEqual([
    `1\tnew requests (1 of them older than 2 days)\t${since}\tops requests list --status new`,
    `1\trequests whose mail to the team failed\t${since}\tops requests list --unsent`,
  ]);
  expect(await stand.ops('requests', 'list', '--unsent')).toHaveLength(1);
});

test('for a program, it is JSON', async () => {
  const [line = ''] = await stand.ops('today', '--json');
  expect(JSON.parse(line)).toMatchObject({ newRequests: { older: 1 }, failedMails: { count: 1 } });
  const raw = await stand.backend.sql<{ answer: unknown }>('select public.find_operations_today() as answer');
  expect(operationsTodaySchema.safeParse(raw[0]?.answer).success).toBe(true);
});
