import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CUSTOMERS_SORTS,
  type CustomersSort,
} from '../../../shared/src/contracts/backend/customers/customer-list.ts';
import {
  CUSTOMER_STATUSES,
  type Customer,
} from '../../../shared/src/contracts/backend/customers/customers.ts';
import { SORT_DIRECTIONS } from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import {
  ACCESS_LINK_EXPIRING_WITHIN_SECONDS,
  ACCESS_LINK_LIFE_SECONDS,
} from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { CustomersReader } from '../fixtures/read-customers.ts';
import { addRep } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

const customers = (args: Record<string, unknown>, token = tokens['rep A']) =>
  new CustomersReader(api, token).page(args);

describe('who is answered', () => {
  test('each representative sees the customers they qualified', async () => {
    const idsOf = async (actor: Actor) =>
      (await customers({}, tokens[actor])).rows.map((row) => row.customerId).sort();
    expect(await idsOf('rep A')).toEqual(
      [BAIT.customer.A, BAIT.customer.revoked, BAIT.customer.expired].sort(),
    );
    expect(await idsOf('rep B')).toEqual([BAIT.customer.B]);
  });

  test('a customer sees none', async () => {
    const token = tokens['customer of A'];
    const page = await customers({}, token);
    expect([page.rows, Object.values(page.counts)]).toEqual([[], [0, 0, 0, 0, 0, 0]]);
    expect((await new CustomersReader(api, token).openings('2026-01-01T00:00:00Z')).openings).toEqual([]);
    const answer = await api.rpc('get_customer_timeline', { lead_id: BAIT.customer.A }, token);
    expect([answer.status, answer.body.message]).toEqual([404, 'unknown customer']);
  });

  test.each(['get_customers', 'get_customer_openings', 'get_customer_timeline'])(
    'an anonymous caller has no right to %s',
    async (name) => {
      const args = name === 'get_customer_timeline' ? { lead_id: BAIT.customer.A } : {};
      expect((await api.rpc(name, args)).status).toBe(401);
    },
  );

  test('another representative’s customer is not found, like a customer that does not exist', async () => {
    for (const customerId of [BAIT.customer.B, crypto.randomUUID()]) {
      expect((await api.rpc('get_customer_timeline', { lead_id: customerId }, tokens['rep A'])).status).toBe(
        404,
      );
    }
  });
});

describe('the status of a customer', () => {
  let token: string;
  let repId: string;

  beforeAll(async () => {
    ({ token, repId } = await addRep(api, 'Statuses'));
  });

  /** A customer whose link ends in `endsInSeconds`. */
  async function statusOf(state: {
    endsInSeconds: number | null;
    opened?: boolean;
    session?: 'live' | 'ended' | 'over';
    revoked?: boolean;
    inactive?: boolean;
  }): Promise<Customer> {
    await api.sql('delete from public.qualified_leads where qualified_by = $1', [repId]);
    const [customer] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads
         (email, qualified_by, token_expires_at, has_accessed, accessed_at, revoked_at, is_active)
       values ('state@sample.example', $1, now() + make_interval(secs => $2::integer), $3,
         case when $3 then now() end, case when $4 then now() end, $5) returning id`,
      [repId, state.endsInSeconds, state.opened ?? false, state.revoked ?? false, !state.inactive],
    );
    if (state.session) {
      await api.sql(
        `insert into public.customer_sessions (qualified_lead_id, refresh_hash, expires_at, ended_at, end_reason)
         values ($1, encode(sha256($2::text::bytea), 'hex'), now() + $3::interval, case when $4 then now() end,
           case when $4 then 'signed_out' end)`,
        [
          customer?.id,
          crypto.randomUUID(),
          state.session === 'over' ? '-1 minute' : '1 hour',
          state.session === 'ended',
        ],
      );
    }
    const page = await customers({}, token);
    const [row] = page.rows;
    if (!row) throw new Error('No customer');
    expect(page.counts).toEqual({
      ...Object.fromEntries(CUSTOMER_STATUSES.map((status) => [status, 0])),
      [row.status]: 1,
    });
    return row;
  }

  test.each([
    ['issued', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS }],
    ['opened', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, opened: true }],
    ['opened', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, opened: true, session: 'ended' }],
    ['opened', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, opened: true, session: 'over' }],
    ['active', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, opened: true, session: 'live' }],
    ['active', { endsInSeconds: ACCESS_LINK_EXPIRING_WITHIN_SECONDS + 600, opened: true, session: 'live' }],
    ['expiring', { endsInSeconds: ACCESS_LINK_EXPIRING_WITHIN_SECONDS }],
    ['expiring', { endsInSeconds: ACCESS_LINK_EXPIRING_WITHIN_SECONDS - 600, opened: true, session: 'live' }],
    ['expired', { endsInSeconds: 0, opened: true, session: 'live' }],
    ['expired', { endsInSeconds: null }],
    ['revoked', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, opened: true, session: 'live', revoked: true }],
    ['revoked', { endsInSeconds: -3600, revoked: true }],
    ['revoked', { endsInSeconds: ACCESS_LINK_LIFE_SECONDS, inactive: true }],
  ] as const)('is %s for %j', async (status, state) => {
    const row = await statusOf(state);
    expect(row.status).toBe(status);
    const isOpen = status !== 'revoked' && status !== 'expired';
    expect(row.hasLiveSession).toBe(isOpen && 'session' in state && state.session === 'live');
  });
});

describe('a list of many', () => {
  let token: string;
  let repId: string;

  beforeAll(async () => {
    ({ token, repId } = await addRep(api, 'Many'));
    // Some were given their links at the same moment.
    await api.sql(
      `insert into public.qualified_leads (email, name, company, qualified_by, token_expires_at, link_issued_at)
       select 'many-' || n || '@sample.example', 'Customer ' || n, case when n % 2 = 0 then 'Even Ltd' else '100% Odd' end,
         $1, now() + make_interval(days => n % 3 - 1), now() - make_interval(mins => n / 4)
       from generate_series(1, 250) as n`,
      [repId],
    );
  });

  async function allPages(args: Record<string, unknown>) {
    const rows: Customer[] = [];
    let after: string | null = null;
    do {
      const page = await customers({ ...args, after }, token);
      rows.push(...page.rows);
      expect(rows.length).toBeLessThanOrEqual(250);
      after = page.nextAfter;
      expect(page.hasMore).toBe(after !== null);
    } while (after !== null);
    return rows;
  }

  test('is paged without gap or repetition, the newest link first', async () => {
    const rows = await allPages({ page_size: 7 });
    expect(new Set(rows.map((row) => row.customerId)).size).toBe(250);
    expect(rows).toHaveLength(250);
    const times = rows.map((row) => row.issuedAt);
    expect(times).toEqual(times.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
    expect((await customers({ page_size: 1_000 }, token)).rows).toHaveLength(100);
    // The last page is full.
    expect(await allPages({ page_size: 50 })).toEqual(rows);
  });

  /** What the list is sorted by. Names are compared as PostgreSQL does, so they are plain here. */
  const KEY_OF: Record<CustomersSort, (row: Customer) => string> = {
    issued: (row) => row.issuedAt,
    customer: (row) => row.name.toLowerCase(),
    opened: (row) => row.lastOpenedAt ?? '',
    ends: (row) => row.tokenExpiresAt ?? '',
  };

  test.each(CUSTOMERS_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => ({ sort, direction }))))(
    'by $sort $direction, each customer is on one page, equal ones by id in the same direction',
    async ({ sort, direction }) => {
      await api.sql(
        `insert into public.pricing_reveals (qualified_lead_id, created_at)
         select id, link_issued_at + interval '1 minute' from public.qualified_leads
         where qualified_by = $1 and last_opened_at is null and name like '%5'`,
        [repId],
      );
      const rows = await allPages({ sort, direction, page_size: 7 });
      const keyed = rows.map((row) => [KEY_OF[sort](row), row.customerId] as const);
      const sign = direction === 'asc' ? 1 : -1;
      const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign);
      expect(keyed).toEqual(keyed.toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1])));
      expect(new Set(keyed.map(([, customerId]) => customerId)).size).toBe(250);
    },
  );

  test('a cursor of another order is refused', async () => {
    const { nextAfter } = await customers({ page_size: 7 }, token);
    const answer = await api.rpc('get_customers', { sort: 'customer', after: nextAfter }, token);
    expect(answer.status).toBe(400);
  });

  test('a new link was not opened yet, whatever happened to the link before', async () => {
    const [customer] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads (email, qualified_by, access_token_hash, token_expires_at, link_issued_at)
       values ('again@sample.example', $1, encode(sha256('a'), 'hex'), now() + interval '1 day', now() - interval '1 day')
       returning id`,
      [BAIT.rep.B],
    );
    const opened = async () =>
      (await customers({ filter: { lead_id: customer?.id } }, tokens['rep B'])).rows[0]?.lastOpenedAt;
    const open = (ago: string) =>
      api.sql(
        'insert into public.pricing_reveals (qualified_lead_id, created_at) values ($1, now() - $2::interval)',
        [customer?.id, ago],
      );
    await open('2 days');
    expect(await opened()).toBeNull();
    await open('1 hour');
    const last = await opened();
    await open('2 hours');
    expect(last).not.toBeNull();
    expect(await opened()).toBe(last);
    await api.sql(
      `update public.qualified_leads set access_token_hash = encode(sha256('b'), 'hex') where id = $1`,
      [customer?.id],
    );
    expect(await opened()).toBeNull();
    await api.sql('delete from public.qualified_leads where id = $1', [customer?.id]);
  });

  test('can be searched and filtered by status; the counts include all', async () => {
    const counts = { revoked: 0, expired: 167, expiring: 0, active: 0, opened: 0, issued: 83 };
    const found = await customers(
      { filter: { search: 'EVEN', statuses: ['issued'] }, page_size: 100 },
      token,
    );
    expect(found.counts).toEqual(counts);
    expect(found.rows.length).toBe(42);
    expect(found.rows.every((row) => row.company === 'Even Ltd' && row.status === 'issued')).toBe(true);
    expect(await allPages({ filter: { search: '100%' }, page_size: 100 })).toHaveLength(125);
    expect((await customers({ filter: { search: 'many-17@' } }, token)).rows.map((row) => row.name)).toEqual([
      'Customer 17',
    ]);
    expect((await customers({ filter: { search: 'nobody' } }, token)).counts).toEqual(counts);
  });

  test('one customer is found by id in one call, even with an old link', async () => {
    const oldest = (await allPages({ page_size: 100 })).at(-1);
    const found = await customers({ filter: { lead_id: oldest?.customerId } }, token);
    expect([found.rows, found.hasMore]).toEqual([[oldest], false]);
    expect(Object.values(found.counts).reduce((sum, count) => sum + count)).toBe(250);
  });

  test('another representative’s customer is not found by id, nor one that does not exist', async () => {
    for (const customerId of [BAIT.customer.A, crypto.randomUUID()]) {
      expect((await customers({ filter: { lead_id: customerId } }, token)).rows).toEqual([]);
    }
  });

  test.each([
    { filter: { status: 'issued' } },
    { filter: { statuses: ['new'] } },
    { filter: { lead_id: 'x' } },
    { filter: { lead_id: [] } },
    { after: 'x' },
    { sort: 'email' },
    { direction: 'desc; drop table x' },
  ])('%j is refused', async (args) => {
    expect((await api.rpc('get_customers', args, token)).status).toBe(400);
  });
});

describe('the customers of others', () => {
  const scoped = (filter: { scope: string; [field: string]: unknown }) =>
    new CustomersReader(api, tokens.manager).scoped(filter);
  const idsOf = (rows: readonly Customer[]) => rows.map(({ customerId }) => customerId).sort();

  test('a manager sees of one representative what they see, and whose customer each is', async () => {
    const { rows, counts } = await scoped({ scope: BAIT.rep.A });
    const own = await customers({});
    expect(rows).toEqual(own.rows.map((row) => expect.objectContaining({ ...row, representative: 'Rep A' })));
    expect(counts).toEqual(own.counts);
  });

  test('a manager sees those of everyone, and can search, filter and sort them', async () => {
    const { rows } = await scoped({ scope: 'all' });
    expect(idsOf(rows)).toEqual(expect.arrayContaining([BAIT.customer.A, BAIT.customer.B]));
    const revoked = await scoped({ scope: 'all', statuses: ['revoked'] });
    expect(idsOf(revoked.rows)).toContain(BAIT.customer.revoked);
    expect(revoked.counts.revoked).toBe(revoked.rows.length);
    const one = await scoped({ scope: 'all', lead_id: BAIT.customer.B });
    expect(idsOf(one.rows)).toEqual([BAIT.customer.B]);
  });

  test('a scope that is no id is refused', async () => {
    const answer = await api.rpc('get_customers', { filter: { scope: 'mine' } }, tokens.manager);
    expect(answer.status).toBe(400);
  });

  test('a row counts the sales and requests of the customer, not those in quarantine', async () => {
    const [customer] = await api.sql<{ email: string }>(
      'select email from public.qualified_leads where id = $1',
      [BAIT.customer.A],
    );
    const counted = async () => {
      const { rows } = await scoped({ scope: 'all', lead_id: BAIT.customer.A });
      return [rows[0]?.salesCount, rows[0]?.requestsCount] as const;
    };
    const [sales, requests] = await counted();
    await api.sql(
      `insert into public.contact_submissions (id, first_name, last_name, email, company, project_type, source, quarantined_at)
       select gen_random_uuid(), 'Ana', '', $1, 'Acme', 'contact', 'general', case when n = 3 then now() end
       from generate_series(1, 3) n`,
      [customer?.email],
    );
    expect(await counted()).toEqual([sales, (requests ?? 0) + 2]);
    expect(sales).toBeGreaterThan(0);
  });

  test('a manager reads the history of any customer, not the note of their representative', async () => {
    const reader = new CustomersReader(api, tokens.manager);
    const own = await new CustomersReader(api, tokens['rep A']).timeline(BAIT.customer.A);
    const { lines } = await reader.timeline(BAIT.customer.A);
    expect(lines.map(({ id }) => id)).toEqual(own.lines.map(({ id }) => id));
    expect(lines.map(({ by }) => by)).not.toContain('you');
    const note = await api.rpc('get_customer_note', { lead_id: BAIT.customer.A }, tokens.manager);
    expect(note.status).toBe(404);
  });

  test.each(['rep A', 'manager without a code', 'customer of A'] as const)(
    '%s gets no scope, not even their own, and no history of others',
    async (actor) => {
      for (const scope of ['all', BAIT.rep.A, BAIT.rep.B]) {
        const answer = await api.rpc('get_customers', { filter: { scope } }, tokens[actor]);
        expect([answer.status, answer.body.rows]).toEqual([403, undefined]);
      }
      const other = { lead_id: BAIT.customer.B };
      expect((await api.rpc('get_customer_timeline', other, tokens[actor])).status).toBe(404);
    },
  );
});

test('the demonstration shows a customer in every state', async () => {
  const rep = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.sessionToken;
  // Their links end with time, and the database may have been made hours ago.
  await api.sql(`
    update public.qualified_leads set token_expires_at = now() + (token_expires_at - (
      select created_at from public.qualified_leads where email = 'nora.whitaker@summitcrest.example'
    ) - interval '2 hours') where created_at > now() - interval '5 days' and email like '%@%.example'`);
  const { counts } = await customers({}, rep);
  for (const status of CUSTOMER_STATUSES) expect([status, (counts[status] ?? 0) > 0]).toEqual([status, true]);
});
