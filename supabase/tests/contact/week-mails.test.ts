import { beforeEach, expect, test } from 'vitest';
import { salesRankingSchema } from '../../../shared/src/contracts/backend/sales/sales-ranking.ts';
import { monthStatementsSchema } from '../../../shared/src/contracts/backend/statements/statements.ts';
import type { Week } from '../../functions/api/database/contact-calls.ts';
import { BAIT } from '../fixtures/bait.ts';
import {
  addRep,
  api,
  customers,
  from,
  ok,
  to,
  tokenOf,
  tokens,
  useLeaverAndHeir,
} from '../fixtures/leaver-and-heir.ts';

useLeaverAndHeir();

// The team was mailed about the requests that each test begins with, and no earlier mail waits.
beforeEach(() =>
  api.sql(`with mailed as (
      update public.contact_submissions set notified_at = now() where notified_at is null
    ), unwanted as (
      update public.sales_representatives set week_mail_noted_at = null where week_mail_noted_at is not null
    )
    delete from private.work_mails`),
);

const set = (repId: string, change: string) =>
  api.sql(`update public.sales_representatives set ${change} where id = $1`, [repId]);
/** Longer ago than any Monday that is the last one. */
const DUE = `week_mail_noted_at = now() - interval '8 days'`;
const sweep = async () =>
  (await api.call('/functions/v1/send-contact-notification', { body: {}, key: api.backend.secretKey })).body;
const mailsTo = async (repId: string) => {
  const caught = (await api.call('/_inbox/messages.json')).body as {
    to: string[];
    subject: string;
    text: string;
  }[];
  return caught.filter((mail) => mail.to.includes(`${repId}@hand.example`));
};
const countedFailures = async () => {
  const days = await api.sql<{ count: number }>(`select count from private.failed_mails where mail = 'work'`);
  return days.reduce((sum, { count }) => sum + count, 0);
};
interface Claimed {
  id: string;
  claimedAt: string;
  customerCount: number;
  week: string | null;
}
async function claim(limit = 10, leaseSeconds = 240): Promise<Claimed[]> {
  await api.sql(`select public.note_week_mails('America/New_York')`);
  const [row] = await api.sql<{ claimed: Claimed[] }>('select public.claim_work_mails($1, $2) as claimed', [
    limit,
    leaseSeconds,
  ]);
  return row?.claimed ?? [];
}
/** What the mail to a representative says of the week from a Monday on. */
async function figuresOf(repId: string, monday: string): Promise<Week> {
  const [mail] = await api.sql<{ id: string }>(
    `insert into private.work_mails (sales_rep_id, customer_count, request_ids, week) values ($1, 0, '{}', $2) returning id`,
    [repId, monday],
  );
  const [row] = await api.sql<{ figures: Week }>('select public.get_week_figures($1) as figures', [mail?.id]);
  return row?.figures ?? expect.fail('no figures');
}

test.each([
  ['in New York on Monday, before six', '2026-11-23T10:59:59Z', 'America/New_York', '2026-11-16T11:00:00Z'],
  ['in New York on Monday, at six', '2026-11-23T11:00:00Z', 'America/New_York', '2026-11-23T11:00:00Z'],
  ['in New York on Sunday', '2026-11-29T23:00:00Z', 'America/New_York', '2026-11-23T11:00:00Z'],
  ['in New York in summer', '2026-07-06T10:00:00Z', 'America/New_York', '2026-07-06T10:00:00Z'],
  [
    'where Monday begins before the week of UTC ends',
    '2026-11-22T23:59:59Z',
    'Pacific/Auckland',
    '2026-11-16T00:00:00Z',
  ],
  ['there, at its end', '2026-11-23T00:00:00Z', 'Pacific/Auckland', '2026-11-23T00:00:00Z'],
])('the mail of a week is due on Monday at six: %s', async (_, now, zone, due) => {
  expect(await api.sql('select private.week_mail_due($1, $2) = $3 as right', [now, zone, due])).toEqual([
    { right: true },
  ]);
});

test('each who wants the mail gets it once, however many runs there are at once', async () => {
  await set(from, DUE);
  const runs = await Promise.all([sweep(), sweep(), sweep()]);
  expect(runs.reduce((sum, { sent }) => sum + sent, 0)).toBe(1);
  expect(await sweep()).toEqual({ sent: 0, failed: 0 });
  const mails = await mailsTo(from);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.subject).toMatch(/^Your week at Corvane, \w+ \d+, \d{4} to \w+ \d+, \d{4}$/);
  expect(mails[0]?.text).toContain('\n\nRequests: 2 open\n');
  expect(await mailsTo(to)).toEqual([]);
});

test('a mail that was turned on comes for the first time on the next Monday, and not after it was turned off', async () => {
  const save = async (mailOnMonday: boolean) =>
    (await ok('save-rep-settings', { mailOnMonday }, await tokenOf(from))).body.mailOnMonday;
  expect(await save(true)).toBe(true);
  expect(await claim()).toEqual([]);
  await set(from, DUE);
  // Turned on again, it stays due.
  expect(await save(true)).toBe(true);
  expect(await claim()).toHaveLength(1);
  expect(await save(false)).toBe(false);
  expect(await claim(10, 0)).toEqual([]);
  const lines = await api.sql(
    `select detail from public.audit_events where event = 'rep_settings_changed' and sales_rep_id = $1 order by line_number`,
    [from],
  );
  expect(lines).toEqual([{ detail: { mailOnMonday: true } }, { detail: { mailOnMonday: false } }]);
});

test('a person who was disabled or erased gets none, also when it was noted before', async () => {
  const others = [await addRep('Ada'), await addRep('Bo')];
  for (const repId of [from, to, ...others]) await set(repId, DUE);
  const erase = async (repId: string) => {
    await set(repId, 'disabled_at = now()');
    await api.sql('select private.erase_rep($1)', [repId]);
  };
  await set(others[0] ?? '', 'disabled_at = now()');
  await erase(others[1] ?? '');
  expect(await claim()).toHaveLength(2);
  await set(from, 'disabled_at = now()');
  await erase(to);
  expect(await claim(10, 0)).toEqual([]);
  expect(await api.sql('select 1 from private.work_mails')).toEqual([]);
});

test('only who is a manager when it is sent reads of the team', async () => {
  await set(from, `${DUE}, is_manager = true`);
  const [mail] = await claim();
  const teamOf = () =>
    api.sql(`select public.get_week_figures($1) -> 'team' <> 'null' as "isTold"`, [mail?.id]);
  expect(await teamOf()).toEqual([{ isTold: true }]);
  await set(from, 'is_manager = false');
  expect(await teamOf()).toEqual([{ isTold: false }]);
});

test('a refused mail is tried again after the lease, and counted for Today', async () => {
  await set(from, DUE);
  const [first] = await claim();
  expect(await claim()).toEqual([]);
  const before = await countedFailures();
  await api.sql(`select public.finish_work_mail($1, 'refused', $2)`, [first?.id, first?.claimedAt]);
  expect(await countedFailures()).toBe(before + 1);
  const [again] = await claim(10, 0);
  expect(again?.id).toBe(first?.id);
  await api.sql(`select public.finish_work_mail($1, 'sent', $2)`, [again?.id, again?.claimedAt]);
  expect(await claim(10, 0)).toEqual([]);
});

/** Regression: the figures of all were computed with the claim. A fault in one stopped every mail to representatives. */
test('a fault in the figures of one person stops no other mail, and is counted for Today', async () => {
  for (const repId of [from, to]) await set(repId, DUE);
  await api.sql(`select private.note_work($1, null, 1, '{}')`, [from]);
  const before = await countedFailures();
  const [sound] = await api.sql<{ definition: string }>(
    `select pg_get_functiondef('private.open_requests'::regproc) as definition`,
  );
  await api.sql(`create or replace function private.open_requests(rep_id uuid) returns jsonb
    language sql stable set search_path = ''
    as $$ select jsonb_build_object('count', 1 / (rep_id <> '${to}')::integer, 'overdue', 0) $$`);
  try {
    expect(await sweep()).toEqual({ sent: 2, failed: 1 });
  } finally {
    await api.sql(sound?.definition ?? '');
  }
  expect((await mailsTo(from)).map(({ subject }) => subject.slice(0, 8)).sort()).toEqual([
    'New work',
    'Your wee',
  ]);
  expect(await mailsTo(to)).toEqual([]);
  expect(await countedFailures()).toBe(before + 1);
});

test('new work is mailed before the weeks of all', async () => {
  await set(from, DUE);
  expect((await claim(10, 0))[0]?.week).not.toBeNull();
  await api.sql(`select private.note_work($1, null, 1, '{}')`, [to]);
  expect((await claim(1, 0)).map(({ customerCount }) => customerCount)).toEqual([1]);
});

/** A week in the past whose last day is in another month than its first. */
const WEEK = { from: '2021-03-29', to: '2021-04-04' };
test("figures of a week are the Team tab's of the same days, and what waits is of now", async () => {
  const sold = (repId: string, day: string, cents: number, isCancelled = false) =>
    api.sql(
      `insert into public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission, is_cancelled, cancelled_at)
       values ($1, $2, 'Growth', 'monthly', $3, $4, $5, case when $5 then now() end)`,
      [repId, day, cents, cents / 10, isCancelled],
    );
  await sold(from, '2021-03-28', 70_000);
  await sold(from, '2021-03-29', 10_000);
  await sold(from, '2021-04-04', 20_000);
  await sold(from, '2021-04-02', 90_000, true);
  await sold(to, '2021-04-03', 50_000);
  await sold(from, '2021-04-05', 99_000);
  await api.sql(`insert into private.sales_targets values ($1, '2021-04-01', 100000)`, [from]);
  await api.sql(
    `update public.qualified_leads set access_token_hash = md5(id::text) || md5(id::text), token_expires_at = now() + interval '1 day'
     where id = $1`,
    [customers[0]],
  );
  await api.sql(
    `insert into public.pricing_reveals (qualified_lead_id, created_at)
     select $1, day::timestamptz from unnest(array['2021-03-28T23:59:59Z', '2021-03-29T00:00:00Z', '2021-04-04T23:59:59Z']) as day`,
    [customers[0]],
  );
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, project_type, status, assigned_to, created_at, first_answered_at)
     select gen_random_uuid(), 'Al', 'x@client.example', 'Engines', 'contact', v.status, $1, v.at::timestamptz, v.at::timestamptz + v.waited::interval
     from (values ('done', '2021-03-29T00:00:00Z', '1 hour'), ('done', '2021-04-01T00:00:00Z', '3 hours'),
       ('done', '2021-04-04T23:00:00Z', '2 hours'), ('spam', '2021-04-01T00:00:00Z', null)) as v (status, at, waited)`,
    [from],
  );
  const { own } = await figuresOf(from, WEEK.from);
  const { team } = await figuresOf(BAIT.rep.manager, WEEK.from);
  expect(own).toMatchObject({
    newRequests: 3,
    openRequests: { count: 2, overdue: 0 },
    openedCount: 1,
    linksEnding: 0,
    salesCount: 2,
    salesCents: 30_000,
    commissionCents: 3_000,
    monthCents: 20_000,
    targetCents: 100_000,
  });
  expect(team).toMatchObject({
    newRequests: 3,
    answeredCount: 2,
    firstAnswerSeconds: 7_200,
    salesCents: 80_000,
    beforeCents: 70_000,
    best: [
      { name: 'Heir', salesCents: 50_000 },
      { name: 'Leaver', salesCents: 30_000 },
    ],
  });
  const filter = { ...WEEK, statuses: ['active'] };
  const { rows } = salesRankingSchema.parse(
    (await api.rpc('get_sales_ranking', { filter }, tokens.manager)).body,
  );
  for (const { repId, salesCents, netCommissionCents, openedCount } of rows) {
    const { own } = await figuresOf(repId, WEEK.from);
    expect(own).toMatchObject({ salesCents, commissionCents: netCommissionCents, openedCount });
  }
});

test('links that end by the end of the running week, statements, questions and failed mails are counted', async () => {
  await api.sql(
    `update public.qualified_leads set access_token_hash = md5(id::text) || md5(id::text),
       token_expires_at = case when id = $1 then now() + interval '1 minute' else now() + interval '8 days' end
     where id = any ($2)`,
    [customers[0], customers],
  );
  const [running] = await api.sql<{ monday: string }>(
    `select (date_trunc('week', now() at time zone 'UTC' + interval '1 minute')::date - 7)::text as monday`,
  );
  expect((await figuresOf(from, running?.monday ?? '')).own.linksEnding).toBe(1);
  await api.sql(
    `insert into private.failed_mails values ('2021-03-28', 'work', 9, now()), ('2021-03-29', 'work', 2, now()), ('2021-04-04', 'opening', 1, now())`,
  );
  const { team } = await figuresOf(BAIT.rep.manager, WEEK.from);
  const { open } = monthStatementsSchema.parse((await api.rpc('get_statements', {}, tokens.manager)).body);
  expect(open).not.toEqual([]);
  // The fixture has two approved statements, each with a question.
  expect(team).toMatchObject({
    statementsToApprove: open.length,
    statementsToPay: 2,
    openQuestions: 2,
    failedMails: 3,
  });
});

test('the manager of the fixture reads of the team in a mail', async () => {
  await set(BAIT.rep.manager, DUE);
  expect(await sweep()).toEqual({ sent: 1, failed: 0 });
  const caught = (await api.call('/_inbox/messages.json')).body as { subject: string; text: string }[];
  expect(caught.filter(({ subject }) => subject.startsWith("The team's week at Corvane"))).toHaveLength(1);
});
