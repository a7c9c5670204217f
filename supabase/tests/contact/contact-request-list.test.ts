import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type AssignedContactRequests,
  assignedContactRequestsSchema,
  CONTACT_REQUEST_STATUSES,
  type ContactRequestsFilter,
  type ContactRequestsPage,
  contactRequestChoicesSchema,
  contactRequestsPageSchema,
  repsForAssignmentSchema,
} from '../../../shared/src/contracts/backend/contact/contact-request-list.ts';
import { FIRST_ANSWER_WITHIN_SECONDS } from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

/** Requests of every status, form, source, campaign and page, one hour apart, the newest first. */
const ROWS = Array.from({ length: 60 }, (_, n) => ({
  id: `8a000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
  first_name: n % 2 === 0 ? 'Ada' : 'Zoë',
  email: `person${n}@list.example`,
  company: n % 3 === 0 ? 'Engines "50%" Ltd' : 'ΩMEGA',
  status: ['new', 'in_progress', 'done', 'spam'][n % 4] ?? '',
  source: ['pricing', 'general', 'hero'][n % 3] ?? '',
  form: n % 5 === 0 ? 'demo' : 'contact',
  campaign: n % 7 === 0 ? 'spring' : null,
  page: n % 6 === 0 ? 'https://news.example/a' : '',
  assigned: [null, BAIT.rep.A, BAIT.rep.B][n % 3] ?? null,
  isQuarantined: n % 10 === 9,
  createdAt: new Date(Date.UTC(2026, 5, 30, 12) - n * 3_600_000).toISOString(),
}));
type Row = (typeof ROWS)[number];

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  await api.sql('delete from public.contact_submissions');
  for (const row of ROWS) {
    await api.sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, status, source,
         utm, referrer, assigned_to, quarantined_at, created_at)
       values ($1, $2, 'Lovelace', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        row.id,
        row.first_name,
        row.email,
        row.company,
        row.form,
        row.status,
        row.source,
        row.campaign === null ? {} : { campaign: row.campaign },
        row.page,
        row.assigned,
        row.isQuarantined ? row.createdAt : null,
        row.createdAt,
      ],
    );
  }
});

afterAll(() => api.close());

async function read<T>(
  name: string,
  args: object,
  schema: z.core.$ZodType<T>,
  token = tokens.manager,
): Promise<T> {
  const answer = await api.rpc(name, args, token);
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
  return z.parse(schema, answer.body);
}

/** Reads page after page, and checks that only the last one has no next. */
async function readAll(filter: ContactRequestsFilter, direction = 'desc'): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const args = { filter, direction, page_size: 7, after };
    const page: ContactRequestsPage = await read('get_contact_requests', args, contactRequestsPageSchema);
    ids.push(...page.rows.map(({ requestId }) => requestId));
    expect(page.hasMore).toBe(page.nextAfter !== null);
    if (page.nextAfter === null) return ids;
    after = page.nextAfter;
  }
}

const inList = (row: Row) => !row.isQuarantined;

describe('the filter', () => {
  test.each<[string, ContactRequestsFilter, (row: Row) => boolean]>([
    ['nothing', {}, inList],
    ['two statuses', { statuses: ['new', 'spam'] }, (r) => inList(r) && /new|spam/.test(r.status)],
    ['no representative assigned', { assigned: 'none' }, (r) => inList(r) && r.assigned === null],
    ['any representative assigned', { assigned: 'any' }, (r) => inList(r) && r.assigned !== null],
    ['one representative', { assigned: BAIT.rep.A }, (r) => inList(r) && r.assigned === BAIT.rep.A],
    ['a name in any case', { search: 'zoë LOVE' }, (r) => inList(r) && r.first_name === 'Zoë'],
    ['a percent sign', { search: '"50%"' }, (r) => inList(r) && r.company.includes('50%')],
    ['an address', { search: 'person7@' }, (r) => inList(r) && r.email.startsWith('person7@')],
    ['a source', { source: 'pricing' }, (r) => inList(r) && r.source === 'pricing'],
    ['a form', { project_type: 'demo' }, (r) => inList(r) && r.form === 'demo'],
    ['a campaign', { campaign: 'spring' }, (r) => inList(r) && r.campaign === 'spring'],
    ['a page', { page: 'https://news.example/a' }, (r) => inList(r) && r.page !== ''],
    ['quarantine', { quarantined: true }, (r) => r.isQuarantined],
    [
      'days, both included',
      { from: '2026-06-29', to: '2026-06-29' },
      (r) => inList(r) && r.createdAt.startsWith('2026-06-29'),
    ],
    [
      'several at once',
      { statuses: ['done'], source: 'hero', assigned: BAIT.rep.B },
      (r) => inList(r) && r.status === 'done' && r.source === 'hero' && r.assigned === BAIT.rep.B,
    ],
    ['one request, in quarantine', { request_id: ROWS[9]?.id }, (r) => r.id === ROWS[9]?.id],
  ])('by %s gives exactly the rows that match, in both directions', async (_, filter, matches) => {
    const expected = ROWS.filter(matches).map(({ id }) => id);
    expect(expected.length).toBeGreaterThan(0);
    expect(await readAll(filter)).toEqual(expected);
    expect(await readAll(filter, 'asc')).toEqual(expected.toReversed());
  });

  test.each([
    { status: ['new'] },
    { statuses: ['sold'] },
    { assigned: 'somebody' },
    { assigned: ['none'] },
    { quarantined: 'yes' },
    { overdue: 'yes' },
    { from: '2026-02-31' },
    { source: 5 },
    { search: 'x'.repeat(201) },
    [],
  ])('%j is refused', async (filter) => {
    const answer = await api.rpc('get_contact_requests', { filter }, tokens.manager);
    expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/^22/)]);
  });

  test('a cursor of the other direction is refused', async () => {
    const page = await read('get_contact_requests', { page_size: 1 }, contactRequestsPageSchema);
    const args = { direction: 'asc', after: page.nextAfter };
    expect((await api.rpc('get_contact_requests', args, tokens.manager)).status).toBe(400);
    expect((await api.rpc('get_contact_requests', { direction: 'up' }, tokens.manager)).status).toBe(400);
  });
});

/** Regression: with a filter, the numbers beside the statuses were those of other requests than the list showed. */
test.each<ContactRequestsFilter>([
  {},
  { search: 'zoë' },
  { assigned: 'none' },
  { assigned: BAIT.rep.A, from: '2026-06-29' },
  { source: 'pricing', project_type: 'contact' },
  { campaign: 'spring', statuses: ['new'] },
  { unsent: true },
  { overdue: true },
  { search: 'nothing like it' },
])('each count is the length of its list: %j', async (filter) => {
  const { counts } = await read('get_contact_requests', { filter, page_size: 1 }, contactRequestsPageSchema);
  for (const status of CONTACT_REQUEST_STATUSES)
    expect([status, counts[status]]).toEqual([
      status,
      (await readAll({ ...filter, statuses: [status] })).length,
    ]);
  const quarantined = { ...filter, statuses: null, quarantined: true };
  expect(counts.quarantined).toBe((await readAll(quarantined)).length);
});

test('the choices are the values that requests have, and the representatives who are enabled', async () => {
  expect(await read('get_contact_request_choices', {}, contactRequestChoicesSchema)).toEqual({
    sources: ['general', 'hero', 'pricing'],
    campaigns: ['spring'],
    pages: ['https://news.example/a'],
  });
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [BAIT.rep.B]);
  const reps = await read('get_reps_for_assignment', {}, repsForAssignmentSchema);
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [BAIT.rep.B]);
  expect(reps.map(({ name }) => name)).toContain('Rep A');
  expect(reps.map(({ name }) => name)).not.toContain('Rep B');
});

test('a representative sees what is assigned to them, the open ones first, and nothing in quarantine', async () => {
  const isOpen = (row: Row) => row.status === 'new' || row.status === 'in_progress';
  const own = ROWS.filter((row) => inList(row) && row.assigned === BAIT.rep.A);
  const expected = [...own.filter(isOpen), ...own.filter((row) => !isOpen(row))].map(({ id }) => id);
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page: AssignedContactRequests = await read(
      'get_assigned_contact_requests',
      { page_size: 5, after },
      assignedContactRequestsSchema,
      tokens['rep A'],
    );
    expect(page.openCount).toBe(own.filter(isOpen).length);
    expect(page.rows.every(({ assignedTo }) => assignedTo?.name === 'Rep A')).toBe(true);
    ids.push(...page.rows.map(({ requestId }) => requestId));
    if (page.nextAfter === null) break;
    after = page.nextAfter;
  }
  expect(ids).toEqual(expected);
  const customer = await api.rpc('get_assigned_contact_requests', {}, tokens['customer of A']);
  expect([customer.status, customer.body.rows]).toEqual([200, []]);
});

test("a request of the representative's own customer names that customer, one of a colleague's names nobody", async () => {
  const [own, colleagues] = ROWS.filter((row) => inList(row) && row.assigned === BAIT.rep.A);
  const named = async () => {
    const page: AssignedContactRequests = await read(
      'get_assigned_contact_requests',
      { page_size: 100 },
      assignedContactRequestsSchema,
      tokens['rep A'],
    );
    return page.rows.flatMap(({ requestId, customerId }) =>
      customerId === null ? [] : [[requestId, customerId]],
    );
  };
  expect(await named()).toEqual([]);
  const written = `update public.contact_submissions set email = (select email from public.qualified_leads where id = $2)
    where id = $1`;
  await api.sql(written, [own?.id, BAIT.customer.A]);
  await api.sql(written, [colleagues?.id, BAIT.customer.B]);
  expect(await named()).toEqual([[own?.id, BAIT.customer.A]]);
});

test('a request is overdue when it is new for longer than the first answer may take', async () => {
  const [late, soon] = ROWS.filter(
    (row) => inList(row) && row.status === 'new' && row.assigned === BAIT.rep.A,
  );
  const sent = (id: string | undefined, seconds: number) =>
    api.sql(
      'update public.contact_submissions set created_at = now() - make_interval(secs => $2) where id = $1',
      [id, seconds],
    );
  await api.sql(
    "update public.contact_submissions set status = 'done' where id <> all ($1) and status = 'new'",
    [[late?.id, soon?.id]],
  );
  await sent(late?.id, FIRST_ANSWER_WITHIN_SECONDS + 60);
  await sent(soon?.id, FIRST_ANSWER_WITHIN_SECONDS - 60);
  expect(await readAll({ overdue: true })).toEqual([late?.id]);
  const own = await read(
    'get_assigned_contact_requests',
    { page_size: 100 },
    assignedContactRequestsSchema,
    tokens['rep A'],
  );
  expect(own.overdueCount).toBe(1);
  const due = own.rows.filter(({ answerDueAt }) => answerDueAt !== null);
  expect(due.map(({ requestId }) => requestId)).toEqual([soon?.id, late?.id]);
  for (const { createdAt, answerDueAt } of due)
    expect(Date.parse(answerDueAt ?? '') - Date.parse(createdAt)).toBe(FIRST_ANSWER_WITHIN_SECONDS * 1_000);
});

test.each([1_000, 1_002])('a search that finds %d requests counts each', async (found) => {
  await api.sql(
    `insert into public.contact_submissions (id, first_name, email, company, message, project_type)
     select gen_random_uuid(), 'Max', 'max' || n || '@list.example', 'Many Ltd', '', 'contact' from generate_series(1, $1::integer) n`,
    [found],
  );
  const filter = { search: 'many ltd' };
  const { rows, counts } = await read('get_contact_requests', { filter }, contactRequestsPageSchema);
  expect(rows.length).toBe(25);
  expect(new Set(rows.map(({ company }) => company))).toEqual(new Set(['Many Ltd']));
  expect(counts).toEqual({ new: found, in_progress: 0, done: 0, spam: 0, quarantined: 0 });
  await api.sql("delete from public.contact_submissions where company = 'Many Ltd'");
});
