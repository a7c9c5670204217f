import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  linksEndingPageSchema,
  type OperationsToday,
  operationsTodaySchema,
} from '../../../shared/src/contracts/backend/operations/operations-today.ts';
import {
  CONTACT_MAIL_LATE_AFTER_SECONDS,
  FAILED_MAILS_KEPT_DAYS,
  FIRST_ANSWER_WITHIN_SECONDS,
  PRICE_CHANGES_SOON_DAYS,
  REQUESTS_RECENT_DAYS,
} from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

/** The age at which a new request no longer counts as recent. */
const tooOld = REQUESTS_RECENT_DAYS + 1;

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});
afterAll(() => api.close());

beforeEach(async () => {
  await api.sql('delete from public.contact_submissions');
  await api.sql('delete from private.site_events');
  await api.sql('delete from public.product_prices where valid_from > now()');
  await api.sql(
    "update public.qualified_leads set token_expires_at = now() + interval '3 days', revoked_at = null",
  );
});

async function today(): Promise<OperationsToday> {
  const answer = await api.rpc('get_operations_today', {}, tokens.manager);
  return operationsTodaySchema.parse(answer.body);
}

interface Request {
  /** SQL. */
  at: string;
  status?: string;
  isQuarantined?: boolean;
  isMailed?: boolean;
}

async function addRequest({ at, status = 'new', isQuarantined = false, isMailed = true }: Request) {
  await api.sql(
    `insert into public.contact_submissions
       (id, first_name, email, company, project_type, status, created_at, quarantined_at, notified_at)
     values (gen_random_uuid(), 'Ada', 'ada@today.example', 'Engines', 'contact', $1, ${at},
       case when $2 then ${at} end, case when $3 then ${at} end)`,
    [status, isQuarantined, isMailed],
  );
}

/** The start of a UTC day, some days ago. */
const day = (ago: number) => `((now() at time zone 'UTC')::date - ${ago})::timestamp at time zone 'UTC'`;

test('an empty database has no open work', async () => {
  expect(await today()).toMatchObject({
    newRequests: { today: 0, recent: 0, older: 0, overdue: 0, oldestAt: null },
    linksEnding: { count: 0, firstEndsAt: null },
    quarantined: { count: 0, oldestAt: null },
    failedMails: { count: 0, oldestAt: null },
    priceChangeCount: 0,
    priceChanges: [],
    releaseFailures: [],
  });
});

test('new requests are counted by age, and each age is a list of the same length', async () => {
  for (const at of [
    'now()',
    day(0),
    `${day(0)} - interval '1 second'`,
    day(REQUESTS_RECENT_DAYS),
    day(tooOld),
    day(tooOld + 30),
  ])
    await addRequest({ at });
  await addRequest({ at: day(tooOld), status: 'done' });
  await addRequest({ at: day(tooOld), isQuarantined: true });
  const { newRequests, quarantined, day: todayOf } = await today();
  expect(newRequests).toMatchObject({ today: 2, recent: 2, older: 2 });
  expect(quarantined.count).toBe(1);

  const shifted = (days: number) =>
    new Date(Date.parse(todayOf) - days * 86_400_000).toISOString().slice(0, 10);
  const listed = async (filter: object) => {
    const { body } = await api.rpc(
      'get_contact_requests',
      { filter: { statuses: ['new'], ...filter } },
      tokens.manager,
    );
    return body.rows.length;
  };
  expect(await listed({ from: shifted(0) })).toBe(2);
  expect(await listed({ from: shifted(REQUESTS_RECENT_DAYS), to: shifted(1) })).toBe(2);
  expect(await listed({ to: shifted(tooOld) })).toBe(2);
});

test('overdue requests are counted, and the list shows them', async () => {
  const late = `now() - make_interval(secs => ${FIRST_ANSWER_WITHIN_SECONDS + 60})`;
  await addRequest({ at: `now() - make_interval(secs => ${FIRST_ANSWER_WITHIN_SECONDS - 60})` });
  await addRequest({ at: late });
  await addRequest({ at: late, status: 'in_progress' });
  await addRequest({ at: late, isQuarantined: true });
  expect((await today()).newRequests.overdue).toBe(1);
  const { body } = await api.rpc('get_contact_requests', { filter: { overdue: true } }, tokens.manager);
  expect(body.rows).toHaveLength(1);
});

test('a mail to the team counts as failed if it is late, and the list shows its requests', async () => {
  const late = `now() - make_interval(secs => ${CONTACT_MAIL_LATE_AFTER_SECONDS + 60})`;
  await addRequest({ at: 'now()', isMailed: false });
  await addRequest({ at: late, isMailed: false });
  await addRequest({ at: late, isMailed: false, isQuarantined: true });
  await addRequest({ at: late, status: 'done', isMailed: false });
  expect((await today()).failedMails.count).toBe(2);
  const { body } = await api.rpc('get_contact_requests', { filter: { unsent: true } }, tokens.manager);
  expect(body.rows).toHaveLength(2);
  const refused = await api.rpc('get_contact_requests', { filter: { unsent: 'yes' } }, tokens.manager);
  expect([refused.status, refused.body.code]).toEqual([400, '22023']);
});

test('links that end today are counted while they work, and listed soonest first', async () => {
  await api.sql(
    'update public.qualified_leads set token_expires_at = private.end_of_today() where id = any ($1)',
    [[BAIT.customer.A, BAIT.customer.B]],
  );
  expect((await today()).linksEnding.count).toBe(2);
  const read = async (after: string | null) =>
    linksEndingPageSchema.parse(
      (await api.rpc('get_links_ending_today', { page_size: 1, after }, tokens.manager)).body,
    );
  const first = await read(null);
  const second = await read(first.nextAfter);
  expect([first.hasMore, second.hasMore]).toEqual([true, false]);
  expect([...first.rows, ...second.rows].map(({ customerId }) => customerId).sort()).toEqual(
    [BAIT.customer.A, BAIT.customer.B].sort(),
  );
  expect(first.rows[0]?.repName).toMatch(/^Rep [AB]$/);

  await api.sql('update public.qualified_leads set revoked_at = now() where id = $1', [BAIT.customer.A]);
  await api.sql("update public.qualified_leads set token_expires_at = now() - interval '1 s' where id = $1", [
    BAIT.customer.B,
  ]);
  expect((await today()).linksEnding.count).toBe(0);
  expect((await read(null)).rows).toEqual([]);
});

test('prices that change soon are listed soonest first', async () => {
  const plans = await api.sql<{ id: string; name: string }>(
    'select id, name from public.products order by position',
  );
  const [soon, later] = [PRICE_CHANGES_SOON_DAYS - 1, PRICE_CHANGES_SOON_DAYS + 1];
  for (const [n, hours] of [soon * 24, 1, later * 24].entries()) {
    await api.sql(
      'insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from) values ($1, 1, 1, 1, now() + make_interval(hours => $2))',
      [plans[n]?.id, hours],
    );
  }
  expect((await today()).priceChanges.map(({ plan }) => plan)).toEqual([plans[1]?.name, plans[0]?.name]);
});

test('all prices that change soon are counted, also when the answer lists only the first 50', async () => {
  await api.sql(
    `insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from)
     select p.id, 1, 1, 1, now() + make_interval(hours => hour)
     from (select id from public.products limit 1) p cross join generate_series(1, 53) hour`,
  );
  const { priceChangeCount, priceChanges, soonDays } = await today();
  expect(53).toBeLessThan(soonDays * 24);
  expect([priceChangeCount, priceChanges.length]).toEqual([53, 50]);
});

test('how many days count as recent and as soon is said once, and the answer tells it', async () => {
  const setDays = (term: string, days: number) =>
    api.sql(`create or replace function private.${term}() returns integer
      language sql immutable parallel safe set search_path = '' as 'select ${days}'`);
  const [plan] = await api.sql<{ id: string }>('select id from public.products limit 1');
  await api.sql(
    'insert into public.product_prices (product_id, monthly_cents, annual_cents, activation_cents, valid_from) values ($1, 1, 1, 1, now() + make_interval(days => $2))',
    [plan?.id, PRICE_CHANGES_SOON_DAYS + 1],
  );
  await addRequest({ at: day(tooOld) });
  const before = await today();
  expect(before).toMatchObject({ newRequests: { recent: 0, older: 1 }, priceChanges: [] });
  const { recentDays, soonDays } = before;
  try {
    await setDays('requests_recent_days', tooOld);
    await setDays('price_changes_soon_days', PRICE_CHANGES_SOON_DAYS + 2);
    const after = await today();
    expect(after).toMatchObject({
      recentDays: tooOld,
      soonDays: PRICE_CHANGES_SOON_DAYS + 2,
      newRequests: { recent: 1, older: 0 },
    });
    expect(after.priceChanges).toHaveLength(1);
  } finally {
    await setDays('requests_recent_days', recentDays);
    await setDays('price_changes_soon_days', soonDays);
  }
});

test('failures of live versions are listed, but not of versions that browsers no longer load', async () => {
  const told = (kind: string, columns: string, values: string, at: string) =>
    api.sql(
      `insert into private.site_events (composition_id, versions, path, kind, occurred_at${columns})
       values ('c', '{"portal": "p2", "host": "h1"}', '/', '${kind}', ${at}${values})`,
    );
  const error = (version: string, at = 'now()') =>
    told(
      'page-error',
      ', application, application_version, thrown_in, error_name, stack, components',
      `, 'portal', '${version}', 'render', 'TypeError', '[]', '[]'`,
      at,
    );
  await error('p1');
  await error('p2');
  await error('p2', "now() - interval '25 hours'");
  await told(
    'remote-failure',
    ', remote, remote_version, reason, recovered',
    ", 'portal', 'p2', 'failed', true",
    'now()',
  );
  expect((await today()).releaseFailures).toEqual([]);
  await told('web-vital', ', metric, value', ", 'TTFB', 100", 'now()');
  expect((await today()).releaseFailures).toMatchObject([
    { application: 'portal', version: 'p2', failures: 1, errors: 1 },
  ]);
});

test('every kind of mail that failed today or yesterday is counted, and none that is older', async () => {
  await api.sql('delete from private.failed_mails');
  const note = (mail: string) => api.sql<{ n: number }>('select public.note_failed_mail($1) as n', [mail]);
  await api.sql(`insert into private.failed_mails (day, mail, count, last_failed_at)
    select (now() at time zone 'UTC')::date - ago, 'opening', 5, now() - make_interval(days => ago)
    from unnest(array[1, ${FAILED_MAILS_KEPT_DAYS}, ${FAILED_MAILS_KEPT_DAYS + 1}]) as ago`);
  await note('verification_code');
  expect((await note('verification_code'))[0]?.n).toBe(2);
  const { undeliveredMails } = await today();
  expect(undeliveredMails.map(({ mail, count }) => ({ mail, count }))).toEqual([
    { mail: 'verification_code', count: 2 },
    { mail: 'opening', count: 5 },
  ]);
  const kept = await api.sql<{ days: number }>('select count(*)::int as days from private.failed_mails');
  expect(kept).toEqual([{ days: 3 }]);
  await expect(note('a kind that nobody knows')).rejects.toThrow();
});
