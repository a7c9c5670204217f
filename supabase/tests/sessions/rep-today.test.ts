import { afterAll, beforeAll, expect, test } from 'vitest';
import { repTodaySchema } from '../../../shared/src/contracts/backend/representatives/rep-today.ts';
import { FIRST_ANSWER_WITHIN_SECONDS } from '../../../shared/src/contracts/backend/terms.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { addRep, daysAgo, today } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let dana: Awaited<ReturnType<typeof addRep>>;
let omar: Awaited<ReturnType<typeof addRep>>;

beforeAll(async () => {
  api = await startTestBackend();
  dana = await addRep(api, 'Dana');
  omar = await addRep(api, 'Omar');
});
afterAll(() => api.close());

const readToday = async (token = dana.token) =>
  repTodaySchema.parse((await api.rpc('get_rep_today', {}, token)).body);
/** @param rows of SQL values, a list of them */
const insert = (into: string, rows: string) => api.sql(`insert into ${into} values ${rows}`);

test('the last visit is the last day of a sign-in before today, at most 30 days back', async () => {
  expect((await readToday()).since).toBe(daysAgo(7));
  const signedIn = (at: string) =>
    insert(
      'public.sales_sessions (sales_rep_id, refresh_hash, created_at)',
      `('${dana.repId}', encode(sha256('${at}'), 'hex'), timestamptz '${at}')`,
    );
  await signedIn(`${daysAgo(400)}T12:00:00Z`);
  expect((await readToday()).since).toBe(daysAgo(30));
  await signedIn(`${daysAgo(4)}T23:59:59Z`);
  await signedIn(`${today}T00:00:00Z`);
  expect((await readToday()).since).toBe(daysAgo(4));
  expect((await readToday(omar.token)).since).toBe(daysAgo(7));
});

test('open requests of the representative are counted, and those overdue for a first answer', async () => {
  const request = (rep: string, status: string, ageSeconds: number, quarantinedAt = 'null') =>
    `(gen_random_uuid(), 'Ada', 'Engines', 'contact', 'general', 'ada@today.example', '${rep}', '${status}', now() - interval '${ageSeconds} seconds', ${quarantinedAt})`;
  const late = FIRST_ANSWER_WITHIN_SECONDS + 60;
  await insert(
    'public.contact_submissions (id, first_name, company, project_type, source, email, assigned_to, status, created_at, quarantined_at)',
    [
      request(dana.repId, 'new', late),
      request(dana.repId, 'new', 60),
      request(dana.repId, 'in_progress', late),
      request(dana.repId, 'done', late),
      request(dana.repId, 'new', late, 'now()'),
      request(omar.repId, 'new', late),
    ].join(),
  );
  const { requests, now } = await readToday();
  expect(requests).toMatchObject({ count: 3, overdue: 1 });
  expect((Date.parse(now) - Date.parse(requests.oldestAt ?? '')) / 1000).toBeCloseTo(late, -1);
});

test('open requests that the representative was given within a day are listed by name, the last one first', async () => {
  const { repId, token } = await addRep(api, 'Newt');
  const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const [first, second, third] = ids;
  const names = async () => (await readToday(token)).requests.newest.map(({ name }) => name);
  const change = (set: string, id = '') =>
    api.sql(`update public.contact_submissions set ${set} where id = $1`, [id]);
  await insert(
    'public.contact_submissions (id, first_name, last_name, company, project_type, email, created_at, assigned_to, quarantined_at)',
    [
      `('${first}', 'Ana', 'Diaz', 'Engines', 'contact', 'ana@newest.example', now() - interval '9 days', null, null)`,
      `('${second}', 'Bo', null, 'Engines', 'contact', 'bo@newest.example', now(), '${repId}', null)`,
      `('${third}', 'Cy', '', 'Engines', 'contact', 'cy@newest.example', now(), '${repId}', now())`,
    ].join(),
  );
  expect(await names()).toEqual(['Bo']);
  // What was sent long ago is new to who gets it now, and so is what is released.
  await change(`assigned_to = '${repId}'`, first);
  expect(await names()).toEqual(['Ana Diaz', 'Bo']);
  await change('quarantined_at = null', third);
  expect(await names()).toEqual(['Cy', 'Ana Diaz', 'Bo']);
  // Work on a request does not make it new.
  await change(`status = 'in_progress', assigned_to = '${repId}'`, second);
  expect(await names()).toEqual(['Cy', 'Ana Diaz', 'Bo']);
  await change(`status = 'done'`, third);
  await change(`assigned_at = now() - interval '25 hours'`, second);
  expect(await names()).toEqual(['Ana Diaz']);
  await change('assigned_to = null', first);
  expect(await names()).toEqual([]);
  const kept = await api.sql(
    'select assigned_at is null as "isNull" from public.contact_submissions where id = $1',
    [first],
  );
  expect(kept).toEqual([{ isNull: true }]);
});

test('customers who opened a link or made a quote since the last visit are counted once, the newest three named', async () => {
  const customer = (n: number, rep: string, ends: string, revokedAt = 'null') =>
    `('c0000000-0000-4000-9000-0000000000a${n}', 'ana${n}@today.example', ${n === 1 ? "'  '" : `'Ana ${n}'`}, '${rep}', repeat('${n}', 64), ${ends}, ${revokedAt})`;
  await insert(
    'public.qualified_leads (id, email, name, qualified_by, access_token_hash, token_expires_at, revoked_at)',
    [
      customer(1, dana.repId, "now() + interval '5 hours'"),
      customer(2, dana.repId, "now() + interval '4 hours'"),
      customer(3, dana.repId, "now() + interval '7 hours'"),
      customer(4, dana.repId, "now() + interval '4 hours'", 'now()'),
      customer(5, dana.repId, "now() - interval '1 hour'"),
      customer(6, omar.repId, "now() + interval '1 hour'"),
    ].join(),
  );
  const opened = (n: number, day: string, time: string) =>
    `('c0000000-0000-4000-9000-0000000000a${n}', '${day}T${time}Z')`;
  await insert(
    'public.pricing_reveals (qualified_lead_id, created_at)',
    [
      opened(1, daysAgo(1), '12:00:00'),
      opened(1, daysAgo(3), '12:00:00'),
      opened(2, daysAgo(2), '12:00:00'),
      opened(3, daysAgo(3), '12:00:00'),
      opened(4, daysAgo(4), '00:00:00'),
      opened(5, daysAgo(5), '23:59:59'),
      opened(6, daysAgo(1), '12:00:00'),
    ].join(),
  );
  await insert(
    'public.audit_events (event, qualified_lead_id, occurred_at)',
    [
      `('quote_made', 'c0000000-0000-4000-9000-0000000000a2', '${daysAgo(2)}T12:00:00Z')`,
      `('quote_made', 'c0000000-0000-4000-9000-0000000000a2', '${daysAgo(2)}T13:00:00Z')`,
      `('quote_made', 'c0000000-0000-4000-9000-0000000000a1', '${daysAgo(3)}T12:00:00Z')`,
      `('link_extended', 'c0000000-0000-4000-9000-0000000000a3', '${daysAgo(1)}T12:00:00Z')`,
      `('quote_made', 'c0000000-0000-4000-9000-0000000000a4', '${daysAgo(5)}T12:00:00Z')`,
      `('quote_made', 'c0000000-0000-4000-9000-0000000000a6', '${daysAgo(1)}T12:00:00Z')`,
    ].join(),
  );
  const { openings, quotes, linksEnding } = await readToday();
  expect([quotes.count, quotes.newest.map(({ name }) => name)]).toEqual([2, ['Ana 2', 'ana1@today.example']]);
  expect([openings.count, openings.newest.map(({ name }) => name)]).toEqual([
    4,
    ['ana1@today.example', 'Ana 2', 'Ana 3'],
  ]);
  // Two links end within six hours. One is revoked, one has ended, one is another representative's.
  expect(linksEnding.count).toBe(2);
  const [first] = await api.sql<{ at: Date }>(
    "select token_expires_at as at from public.qualified_leads where email = 'ana2@today.example'",
  );
  expect(new Date(linksEnding.firstEndsAt ?? '')).toEqual(new Date(first?.at ?? ''));
});

test('sales that are not cancelled are summed since the last visit, this month, and as far into the month before', async () => {
  await api.sql('delete from public.sales_records where sales_rep_id = $1', [dana.repId]);
  const month = `${today.slice(0, 8)}01`;
  const before = (day: number) => {
    const at = new Date(`${month}T00:00:00Z`);
    at.setUTCMonth(at.getUTCMonth() - 1, day);
    return at.toISOString().slice(0, 10);
  };
  const dayOfMonth = Number(today.slice(8));
  const sale = (day: string, cents: number, isCancelled = false, rep = dana.repId) =>
    `('${rep}', '${day}', 'Moonshot', 'monthly', ${cents}, 0, ${isCancelled}, ${isCancelled ? 'now()' : 'null'})`;
  await insert(
    'public.sales_records (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission, is_cancelled, cancelled_at)',
    [
      sale(today, 1_000),
      sale(today, 70_000, true),
      sale(today, 70_000, false, omar.repId),
      sale(daysAgo(4), 200),
      sale(daysAgo(5), 30),
      sale(before(1), 4),
    ].join(),
  );
  const { sales, month: thisMonth, monthBefore } = await readToday();
  const sum = (from: string, to: string) =>
    (
      [
        [today, 1_000],
        [daysAgo(4), 200],
        [daysAgo(5), 30],
        [before(1), 4],
      ] as const
    )
      .filter(([day]) => day >= from && day <= to)
      .reduce(({ count, cents }, [, more]) => ({ count: count + 1, cents: cents + more }), {
        count: 0,
        cents: 0,
      });
  expect(sales).toEqual({ count: 2, cents: 1_200 });
  expect(thisMonth).toEqual(sum(month, today));
  const lastDay = [before(dayOfMonth), daysAgo(dayOfMonth)].sort()[0] ?? '';
  expect(monthBefore).toEqual(sum(before(1), lastDay));
});

test('customers of another representative are counted from a handover until its undo, which brings them back', async () => {
  const token = await managerToken(api);
  const handOver = async (body: object) =>
    expect((await api.call('/functions/v1/hand-over-customers', { body, token })).status).toBe(200);
  const handoverId = crypto.randomUUID();
  const [fromRepId, toRepId] = [omar.repId, dana.repId];
  const chosen = { customerIds: ['c0000000-0000-4000-9000-0000000000a6'], requestIds: [] };
  await handOver({ action: 'hand_over', handoverId, fromRepId, toRepId, ...chosen });
  expect((await readToday()).handedOverCount).toBe(1);
  expect((await readToday(omar.token)).handedOverCount).toBe(0);
  await handOver({ action: 'undo', handoverId });
  expect((await readToday()).handedOverCount).toBe(0);
  expect((await readToday(omar.token)).handedOverCount).toBe(1);
});
