import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactRequestsPageSchema } from '../../../shared/src/contracts/backend/contact/contact-request-list.ts';
import { auditTrailPageSchema } from '../../../shared/src/contracts/backend/operations/audit-trail.ts';
import type { ExportListRequest } from '../../../shared/src/contracts/backend/operations/export-list.ts';
import { salesTablePageSchema } from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

/** More than one page of an export. */
const REQUESTS = 1_003;
const REQUESTS_WANTED = { list: 'contact_requests', direction: 'desc', after: null } as const;
const TRAIL_WANTED = { list: 'audit_trail', after: null } as const;
const SALES_WANTED = { list: 'sales', sort: 'sale_date', direction: 'desc', after: null } as const;
const BY_MANAGER = { by: 'manager', managerId: BAIT.rep.manager };

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  await api.sql('delete from public.contact_submissions');
  await api.sql(
    `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, status,
       assigned_to, source, created_at)
     select gen_random_uuid(), 'Ada', 'Lovelace', 'ada' || n || '@export.example', 'Engines', 'contact',
       case when n <= 3 then 'done' else 'new' end, $1::uuid, 'pricing', now() - make_interval(mins => n)
     from generate_series(1, $2::int) n`,
    [BAIT.rep.A, REQUESTS],
  );
});
afterAll(() => api.close());

/** Lines of the trail about exports since the test began. */
const lines = () =>
  api.sql(
    `select event, sales_rep_id as rep, qualified_lead_id as customer, ip_address is not null as has_address,
       user_agent as agent, private.line_detail(detail, contact_request_id, manager_id) as detail
     from public.audit_events where event like '%_exported' and line_number > $1 order by line_number`,
    [lastLine],
  );
let lastLine: string;
beforeEach(async () => {
  const [row] = await api.sql<{ last: string }>(
    'select coalesce(max(line_number), 0)::text as last from public.audit_events',
  );
  lastLine = row?.last ?? '';
});

const ask = (wanted: ExportListRequest, token = tokens.manager) =>
  api.call('/functions/v1/export-list', {
    body: wanted,
    token,
    headers: { 'user-agent': 'Manager Browser' },
  });

test('each page of contact requests that is handed out is a line: who, which filter, how many rows', async () => {
  const ids: string[] = [];
  const filter = { statuses: null, quarantined: false, search: '@EXPORT.example', assigned: BAIT.rep.A };
  for (let after: string | null = null; ; ) {
    const { body } = await ask({ ...REQUESTS_WANTED, filter, after });
    const page = contactRequestsPageSchema.parse(body.page);
    ids.push(...page.rows.map(({ requestId }) => requestId));
    after = page.nextAfter;
    if (after === null) break;
  }
  expect(new Set(ids).size).toBe(REQUESTS);
  const line = {
    event: 'contact_requests_exported',
    rep: null,
    customer: null,
    has_address: true,
    agent: 'Manager Browser',
  };
  // A search may be a person's name or address, and a line is never corrected.
  const kept = { search: true, assigned: BAIT.rep.A };
  expect(await lines()).toEqual([
    { ...line, detail: { ...BY_MANAGER, rows: 1_000, filter: kept } },
    { ...line, detail: { ...BY_MANAGER, rows: 3, filter: kept } },
  ]);
});

test('an export of the trail is a line of the trail, with the id of the person in its filter', async () => {
  const filter = { person: BAIT.rep.A, event: null, from: '2020-01-01', to: null };
  const { body } = await ask({ ...TRAIL_WANTED, filter });
  const { rows, person } = auditTrailPageSchema.parse(body.page);
  expect(rows.length).toBeGreaterThan(0);
  expect(person).toMatchObject({ id: BAIT.rep.A });
  expect(await lines()).toMatchObject([
    {
      event: 'audit_trail_exported',
      detail: { ...BY_MANAGER, rows: rows.length, filter: { person: BAIT.rep.A, from: '2020-01-01' } },
    },
  ]);
});

test("an export of a representative's sales is a line, with the representative and without the searched text", async () => {
  const filter = { scope: BAIT.rep.A, search: 'plan', from: '2020-01-01' };
  const [sale] = await api.sql<{ id: string; product_name: string }>(
    'select id, product_name from public.sales_records where sales_rep_id = $1',
    [BAIT.rep.A],
  );
  const { body } = await ask({ ...SALES_WANTED, filter: { ...filter, search: sale?.product_name } });
  expect(salesTablePageSchema.parse(body.page).rows.map(({ id }) => id)).toEqual([sale?.id]);
  expect(await lines()).toMatchObject([
    { event: 'sales_exported', detail: { ...BY_MANAGER, rows: 1, filter: { ...filter, search: true } } },
  ]);
});

test('the order of the list is kept, and no rows are no line', async () => {
  const oldest = await ask({ ...REQUESTS_WANTED, direction: 'asc', filter: { statuses: ['done'] } });
  expect(contactRequestsPageSchema.parse(oldest.body.page).rows.map(({ email }) => email)).toEqual(
    [3, 2, 1].map((n) => `ada${n}@export.example`),
  );
  expect(await lines()).toHaveLength(1);
  expect((await ask({ ...REQUESTS_WANTED, filter: { search: 'nobody' } })).body.page.rows).toEqual([]);
  expect((await ask({ ...TRAIL_WANTED, filter: { to: '2000-01-01' } })).body.page.rows).toEqual([]);
  expect(await lines()).toHaveLength(1);
});

test.each([
  ['get_contact_requests', { page_size: 1_000 }],
  ['get_audit_trail', { page_size: 1_000 }],
])('%s, which leaves no line, hands out no more than a screen shows', async (name, args) => {
  await api.sql(`insert into public.audit_events (event) select 'signed_out' from generate_series(1, 120)`);
  expect((await api.rpc(name, args, tokens.manager)).body.rows).toHaveLength(100);
  expect((await api.rpc(name, {}, tokens.manager)).body.rows).toHaveLength(25);
});

test.each([
  { ...REQUESTS_WANTED, filter: {}, after: 'nonsense' },
  { ...REQUESTS_WANTED, filter: { search: 'a\u0000b' } },
  { ...TRAIL_WANTED, filter: { event: 'a\u0000b' } },
  { ...SALES_WANTED, filter: { scope: 'all', search: 'a\u0000b' } },
])('%j is refused, and leaves no line', async (wanted) => {
  expect((await ask(wanted)).status).toBe(400);
  expect(await lines()).toEqual([]);
});

test.each<Actor | undefined>(['rep A', 'manager without a code', 'customer of A', undefined])(
  '%s gets nothing, and leaves no line',
  async (actor) => {
    for (const wanted of [
      { ...REQUESTS_WANTED, filter: {} },
      { ...SALES_WANTED, filter: { scope: 'all' } },
      { ...TRAIL_WANTED, filter: {} },
    ]) {
      const answer = await api.call('/functions/v1/export-list', {
        body: wanted,
        token: actor === undefined ? undefined : tokens[actor],
      });
      expect([401, 403]).toContain(answer.status);
      expect(answer.text).not.toMatch(/@export|@bait/);
    }
    expect(await lines()).toEqual([]);
  },
);

describe("an operator's export", () => {
  const operate = (name: string, args: object) =>
    api.call(`/rest/v1/rpc/${name}`, { key: api.backend.secretKey, body: args });

  test('of contact requests is a line', async () => {
    const filter_param = { statuses: ['done'], campaign: null, unsent: false };
    const { body } = await operate('export_contact_requests', { filter_param, after_param: null });
    expect(contactRequestsPageSchema.parse(body).rows).toHaveLength(3);
    expect(await lines()).toEqual([
      {
        event: 'contact_requests_exported',
        rep: null,
        customer: null,
        has_address: false,
        agent: null,
        detail: { by: 'operator', rows: 3, filter: { statuses: ['done'] } },
      },
    ]);
  });

  test('of the trail is a line without the address of the person', async () => {
    const [rep] = await api.sql<{ email: string }>(
      'select email from public.sales_representatives where id = $1',
      [BAIT.rep.A],
    );
    const { body } = await operate('export_audit_events', {
      event_param: null,
      email_param: rep?.email,
      from_param: null,
      to_param: null,
      before_line_number_param: null,
    });
    expect(body.length).toBeGreaterThan(0);
    expect(await lines()).toMatchObject([
      {
        event: 'audit_trail_exported',
        detail: { by: 'operator', rows: body.length, filter: { email: true } },
      },
    ]);
    expect(JSON.stringify(await lines())).not.toContain(rep?.email);
  });
});

/** Regression: the manager was read again after the rows. No manager counted as an operator. */
test('the line names the manager whose session ends while the rows are read', async () => {
  const statement =
    'do $$ begin lock table public.contact_submissions; perform pg_catalog.pg_sleep(120); end $$';
  const held = api.sql(statement).then(
    () => 'ended by itself',
    () => 'cancelled',
  );
  const waiting = (event: string) =>
    api.sql<{ pid: number }>(
      `select pid from pg_catalog.pg_stat_activity
         where wait_event = $1 and datname = current_database() and pid <> pg_catalog.pg_backend_pid()`,
      [event],
    );
  await expect.poll(async () => (await waiting('PgSleep')).length).toBe(1);
  const answer = ask({ ...REQUESTS_WANTED, filter: {} });
  await expect.poll(async () => (await waiting('relation')).length).toBe(1);
  await api.sql(
    `update public.sales_sessions set ended_at = now(), end_reason = 'signed_out'
       where sales_rep_id = $1 and ended_at is null`,
    [BAIT.rep.manager],
  );
  const [sleeping] = await waiting('PgSleep');
  await api.sql('select pg_catalog.pg_cancel_backend($1)', [sleeping?.pid ?? 0]);
  expect(await held).toBe('cancelled');
  expect((await answer).status).toBe(200);
  expect(await lines()).toMatchObject([{ event: 'contact_requests_exported', detail: BY_MANAGER }]);
}, 200_000);
