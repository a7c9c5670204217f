import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AuditTrailFilter,
  type AuditTrailPage,
  auditPeopleSchema,
  auditTrailPageSchema,
} from '../../../shared/src/contracts/backend/operations/audit-trail.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

const EVENTS = ['rep_signed_in', 'link_issued', 'link_revoked', 'rep_edited'];
/** Lines of one month, two hours apart, inserted out of order: the trail is not stored by time. */
const LINES = Array.from({ length: 120 }, (_, n) => ({
  occurredAt: new Date(Date.UTC(2031, 5, 30, 12) - ((n * 7) % 120) * 7_200_000).toISOString(),
  event: EVENTS[n % 4] ?? '',
  repId: [BAIT.rep.A, BAIT.rep.B, null][n % 3] ?? null,
  customerId: n % 5 === 0 ? BAIT.customer.A : null,
  managerId: n % 4 === 3 ? BAIT.rep.B : null,
  mark: `line ${n}`,
}));
type Line = (typeof LINES)[number];

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  for (const line of LINES) {
    await api.sql(
      `insert into public.audit_events (
         occurred_at, event, sales_rep_id, qualified_lead_id, ip_address, user_agent, detail, manager_id
       ) values ($1, $2, $3, $4, '203.0.113.9', 'Firefox', $5, $6)`,
      [
        line.occurredAt,
        line.event,
        line.repId,
        line.customerId,
        {
          mark: line.mark,
          ...(line.managerId === null ? {} : { by: 'manager', to: BAIT.rep.A }),
        },
        line.managerId,
      ],
    );
  }
});
afterAll(() => api.close());

async function readPage(args: object, token = tokens.manager): Promise<AuditTrailPage> {
  const answer = await api.rpc('get_audit_trail', args, token);
  if (answer.status !== 200) throw new Error(`get_audit_trail answered ${answer.status}: ${answer.text}`);
  return auditTrailPageSchema.parse(answer.body);
}

/** Reads page after page, and checks that only the last one has no next. */
async function readAll(filter: AuditTrailFilter): Promise<unknown[]> {
  const marks: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const page: AuditTrailPage = await readPage({
      filter: { from: '2031-01-01', ...filter },
      page_size: 7,
      after,
    });
    marks.push(...page.rows.map(({ detail }) => detail.mark));
    expect(page.hasMore).toBe(page.nextAfter !== null);
    if (page.nextAfter === null) return marks;
    after = page.nextAfter;
  }
}

const of = (id: string) => (line: Line) => [line.repId, line.customerId, line.managerId].includes(id);

describe('the filter', () => {
  test.each<[string, AuditTrailFilter, (line: Line) => boolean]>([
    ['nothing', {}, () => true],
    ['a representative', { person: BAIT.rep.A }, of(BAIT.rep.A)],
    ['a representative who did some as a manager', { person: BAIT.rep.B }, of(BAIT.rep.B)],
    ['a customer', { person: BAIT.customer.A }, of(BAIT.customer.A)],
    ['an event', { event: 'link_issued' }, ({ event }) => event === 'link_issued'],
    [
      'days, both included',
      { from: '2031-06-25', to: '2031-06-27' },
      ({ occurredAt }) => occurredAt >= '2031-06-25' && occurredAt < '2031-06-28',
    ],
    [
      'several at once',
      { person: BAIT.rep.B, event: 'rep_edited', to: '2031-06-27' },
      (line) => of(BAIT.rep.B)(line) && line.event === 'rep_edited' && line.occurredAt < '2031-06-28',
    ],
  ])(
    'by %s gives exactly the lines that match, newest first, page after page',
    async (_, filter, matches) => {
      const expected = LINES.filter(matches)
        .toSorted((a, b) => b.occurredAt.localeCompare(a.occurredAt))
        .map(({ mark }) => mark);
      expect(expected.length).toBeGreaterThan(3);
      expect(await readAll(filter)).toEqual(expected);
    },
  );

  test.each([
    { person: 'Rep A' },
    { person: 'a@bait.example' },
    { email: 'a@bait.example' },
    { event: 5 },
    { event: 'x'.repeat(101) },
    { from: '2026-02-31' },
    [],
  ])('%j is refused', async (filter) => {
    const answer = await api.rpc('get_audit_trail', { filter }, tokens.manager);
    expect([answer.status, answer.body.code]).toEqual([400, expect.stringMatching(/^22/)]);
  });

  test('a cursor of another list is refused', async () => {
    const requests = await api.rpc('get_contact_requests', { page_size: 1 }, tokens.manager);
    const after = requests.body.nextAfter ?? btoa('{"order": "requests desc", "key": "x"}');
    expect((await api.rpc('get_audit_trail', { after }, tokens.manager)).status).toBe(400);
  });
});

test('a line names the actor, the affected person, the IP address, and the people in its detail', async () => {
  const { rows, person } = await readPage({ filter: { person: BAIT.rep.B, event: 'rep_edited' } });
  expect(person).toMatchObject({ id: BAIT.rep.B, kind: 'representative', name: 'Rep B' });
  expect(rows[0]).toMatchObject({
    managerName: 'Rep B',
    ipAddress: '203.0.113.9',
    userAgent: 'Firefox',
    names: { [BAIT.rep.A]: 'Rep A', [BAIT.rep.B]: 'Rep B' },
  });
  const ofCustomer = await readPage({ filter: { person: BAIT.customer.A }, page_size: 1 });
  expect(ofCustomer.person).toMatchObject({ kind: 'customer' });
  const ofNobody = await readPage({ filter: { person: crypto.randomUUID() } });
  expect([ofNobody.person, ofNobody.rows]).toEqual([null, []]);
});

test('people are found by part of their name or address, in any case', async () => {
  const find = async (search: string) =>
    auditPeopleSchema.parse((await api.rpc('get_audit_people', { search }, tokens.manager)).body);
  expect((await find('rEP b')).map(({ id }) => id)).toContain(BAIT.rep.B);
  const [customer] = await api.sql<{ email: string }>(
    'select email from public.qualified_leads where id = $1',
    [BAIT.customer.A],
  );
  expect(await find(customer?.email.toUpperCase() ?? '')).toMatchObject([
    { id: BAIT.customer.A, kind: 'customer' },
  ]);
  expect(await find('%')).toEqual([]);
  expect(await find('  ')).toEqual([]);
  expect((await api.rpc('get_audit_people', { search: 'x'.repeat(201) }, tokens.manager)).status).toBe(400);
});

test('of many people who match, ten representatives and ten customers are offered', async () => {
  await api.sql(
    `with reps as (
       insert into public.sales_representatives (name, email)
       select 'Crowd ' || n, 'crowd' || n || '@rep.example' from generate_series(1, 11) n returning id
     )
     insert into public.qualified_leads (email, name, qualified_by)
     select 'crowd' || n || '@customer.example', 'Crowd ' || n, $1 from generate_series(1, 11) n`,
    [BAIT.rep.A],
  );
  const answer = await api.rpc('get_audit_people', { search: 'crowd' }, tokens.manager);
  const kinds = auditPeopleSchema.parse(answer.body).map(({ kind }) => kind);
  expect(kinds).toEqual([...Array(10).fill('representative'), ...Array(10).fill('customer')]);
});

test("with a code, a manager reads a customer's history, and without a scope no more of customers", async () => {
  const timeline = (token: string | undefined) =>
    api.rpc('get_customer_timeline', { lead_id: BAIT.customer.A }, token);
  expect((await timeline(tokens.manager)).status).toBe(200);
  const refused = await timeline(tokens['manager without a code']);
  expect([refused.status, refused.body.message]).toEqual([404, 'unknown customer']);
  const customer = await api.rpc('get_lead_by_id', { lead_id_param: BAIT.customer.A }, tokens.manager);
  expect([customer.status, customer.body]).toEqual([200, []]);
  const customers = await api.rpc('get_customers', {}, tokens.manager);
  expect(customers.body.rows).toEqual([]);
});

describe.each(['rep A', 'manager without a code', 'customer of A', undefined] as const)(
  '%s gets no answer',
  (actor) => {
    test.each([
      ['get_audit_trail', {}],
      ['get_audit_people', { search: 'rep' }],
      ['get_operations_today', {}],
      ['get_links_ending_today', {}],
    ])('%s', async (name, args) => {
      const answer = await api.rpc(name, args, actor === undefined ? undefined : tokens[actor]);
      expect([401, 403]).toContain(answer.status);
      expect(answer.text).not.toMatch(/bait\.example|Rep [AB]|line \d/);
    });
  },
);
