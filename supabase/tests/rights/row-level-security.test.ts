import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actAs, createActing, rowsOf } from '../stand/act-as.ts';
import { type Actor, BAIT, layBait } from '../stand/bait.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

/**
 * The rows of a table that a procedure can read for an actor: keys, every row, or no right at all. Actors left out
 * read no row. Direct requests for a table are always refused, and so are all writes.
 */
type Reads = string[] | 'all' | 'no right';

const everyone = (reads: Reads): Record<Actor, Reads> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, reads])) as Record<Actor, Reads>;

const ACTORS: Actor[] = [
  'anon',
  'rep A',
  'rep B',
  'manager',
  'manager whose time is over',
  'rep B, no longer a manager',
  'logged-out rep A',
  'expired session of rep A',
  'customer of A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
];
/** Their token itself is refused, for every request. */
const REFUSED: Actor[] = ['tampered token of rep A', 'expired token of rep A'];

const { rep, customer, salesSession, managerSession, customerSession, opening, sale, audit } = BAIT;

/** Session that the actor's token names. */
const SESSION: Record<string, string> = {
  'rep A': salesSession.A,
  'rep B': salesSession.B,
  manager: managerSession.withCode,
  'manager whose time is over': managerSession.overdue,
  'rep B, no longer a manager': managerSession.ofRepB,
  'logged-out rep A': salesSession.loggedOut,
  'expired session of rep A': salesSession.expired,
  'customer of A': customerSession.A,
  'logged-out customer of A': customerSession.loggedOut,
  'expired customer of A': customerSession.expired,
  'revoked customer of A': customerSession.revoked,
};

/** Rows of one person, in any of their sessions. */
const repB = (reads: Reads) => ({ 'rep B': reads, 'rep B, no longer a manager': reads });
const manager = (reads: Reads) => ({ manager: reads, 'manager whose time is over': reads });

/** A table that is missing here fails the test below: say who may read it. */
const MATRIX: Record<string, Partial<Record<Actor, Reads>>> = {
  'private.customer_notes': { 'rep A': [customer.A], ...repB([customer.B]) },
  'private.manager_codes': everyone('no right'),
  'private.rate_limit_counters': everyone('no right'),
  'private.sales_daily_totals': { 'rep A': [rep.A], ...repB([rep.B]) },
  'private.sales_imports': everyone('no right'),
  'private.sales_rep_credentials': everyone('no right'),
  'private.failed_mails': { manager: 'all' },
  'private.handovers': everyone('no right'),
  'private.site_counts': everyone('no right'),
  'private.site_event_days': everyone('no right'),
  'private.site_events': { manager: 'all' },
  'private.staged_sales': everyone('no right'),
  'private.upkeep_runs': everyone('no right'),
  'private.verification_codes': everyone('no right'),
  'public.audit_events': { 'rep A': [audit.A, audit.ownA], ...repB([audit.B]), manager: 'all' },
  'public.contact_submissions': { manager: 'all', 'rep A': [BAIT.assignedContact] },
  'public.customer_sessions': {
    'rep A': [customerSession.A, customerSession.loggedOut, customerSession.revoked, customerSession.expired],
    ...repB([customerSession.B]),
    'customer of A': [customerSession.A, customerSession.loggedOut],
  },
  'public.pricing_reveals': { 'rep A': [opening.A], ...repB([opening.B]) },
  'public.product_features': everyone('all'),
  'public.product_prices': {
    'rep A': 'all',
    ...repB('all'),
    ...manager('all'),
    'customer of A': 'all',
  },
  'public.products': everyone('all'),
  'public.qualified_leads': {
    'rep A': [customer.A, customer.revoked, customer.expired],
    ...repB([customer.B]),
    manager: 'all',
    'customer of A': [customer.A],
  },
  'public.sales_records': { 'rep A': [sale.A], ...repB([sale.B]) },
  'public.sales_representatives': {
    'rep A': [rep.A],
    ...repB([rep.B]),
    manager: 'all',
    'manager whose time is over': [rep.manager],
    'customer of A': [rep.A],
  },
  'public.sales_sessions': {
    'rep A': [salesSession.A, salesSession.loggedOut, salesSession.expired],
    ...repB([salesSession.B, managerSession.ofRepB]),
    ...manager([managerSession.withCode, managerSession.withoutCode, managerSession.overdue]),
  },
};

interface Table {
  name: string;
  schema: string;
  table: string;
  primaryKey: string;
  /** Columns that `api_reader` may read. All of them where it may read none. */
  columns: string;
}

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let tables: Table[];
/** The content of the tables, unless a write succeeds. */
let untouched: unknown;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  await createActing(api);
  tables = await api.sql<Table>(`
    select n.nspname || '.' || c.relname as name, n.nspname as schema, c.relname as table,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
      (select coalesce(
          string_agg(a.attname, ',') filter (where has_column_privilege('api_reader', c.oid, a.attnum, 'select')),
          string_agg(a.attname, ','))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')
    order by 1`);
  untouched = await contents();
});

afterAll(() => api.close());

const profile = (table: Table): Record<string, string> =>
  table.schema === 'public' ? {} : { 'accept-profile': table.schema, 'content-profile': table.schema };

/** One hash per table, over everything in it. */
async function contents(): Promise<unknown> {
  const parts = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t`,
  );
  return api.sql(parts.join(' union all '));
}

test('the matrix names every table', () => {
  expect(tables.map((table) => table.name)).toEqual(Object.keys(MATRIX).sort());
});

describe.each(Object.keys(MATRIX))('%s', (name) => {
  const find = () => {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) throw new Error(`No table ${name}`);
    return table;
  };

  test.each(ACTORS)('a procedure that %s calls reads only their rows', async (actor) => {
    const table = find();
    const asProcedure = { role: 'api_reader', sessionId: SESSION[actor] ?? null } as const;
    const answer = await actAs(api, asProcedure, rowsOf(table.columns, name));
    const expected = MATRIX[name]?.[actor] ?? [];
    if (expected === 'no right') {
      expect(answer).toEqual({ code: '42501' });
      return;
    }
    const keys = answer.rows?.map((row) => row[table.primaryKey]);
    if (expected === 'all') {
      const [count] = await api.sql<{ n: number }>(`select count(*)::int as n from ${name}`);
      expect(keys).toHaveLength(count?.n ?? -1);
    } else {
      expect(keys?.sort()).toEqual([...expected].sort());
    }
  });

  test.each(ACTORS)('a request of %s is refused by the database', async (actor) => {
    const role = actor === 'anon' ? 'anon' : 'authenticated';
    const asRequest = { role, sessionId: SESSION[actor] ?? null } as const;
    expect(await actAs(api, asRequest, rowsOf('1', name))).toEqual({ code: '42501' });
  });

  test.each([...ACTORS, ...REFUSED])('no select of %s over the API is answered', async (actor) => {
    const { schema, table, primaryKey } = find();
    const queries = [
      'select=*',
      `select=${primaryKey}`,
      `select=${primaryKey}&order=${primaryKey}.desc&limit=1`,
      `select=${primaryKey}&${primaryKey}=not.is.null`,
      `select=${primaryKey}&${primaryKey}=match.(a%2B)%2B$`,
      `select=${primaryKey}&or=(${primaryKey}.is.null,${primaryKey}.not.is.null)`,
      'select=count()',
      ...['products', 'product_prices', 'sales_representatives', 'qualified_leads'].map(
        (other) => `select=*,${other}(*)`,
      ),
    ];
    for (const query of queries) {
      const answer = await api.call(`/rest/v1/${table}?${query}`, {
        token: tokens[actor],
        headers: profile(find()),
      });
      // 300: an embedding that could be meant in several ways.
      expect([query, answer.status >= 300 && answer.status < 500]).toEqual([query, true]);
      if (query === 'select=*' && schema === 'public' && !REFUSED.includes(actor)) {
        expect([answer.status, answer.body.code]).toEqual([actor === 'anon' ? 401 : 403, '42501']);
      }
    }
  });

  test.each([...ACTORS, ...REFUSED])(
    'insert, update and delete by %s are refused and change nothing',
    async (actor) => {
      const table = find();
      const [row] = await api.sql<{ row: Record<string, unknown> }>(
        // Before it asks for rights, the database refuses a statement that names a generated column.
        `select to_jsonb(t) - array(
           select a.attname::text from pg_attribute a where a.attrelid = '${name}'::regclass and a.attgenerated <> ''
         ) as row from ${name} t limit 1`,
      );
      if (!row) throw new Error(`No bait in ${name}`);
      const key = String(row.row[table.primaryKey]);
      const fresh = {
        ...row.row,
        [table.primaryKey]: table.primaryKey === 'bucket' ? 'new' : crypto.randomUUID(),
      };
      const path = `/rest/v1/${table.table}`;
      const common = { token: tokens[actor], headers: profile(table) };
      const answers = [
        await api.call(path, { ...common, body: fresh }),
        await api.call(path, { ...common, body: [fresh, fresh] }),
        await api.call(path, {
          ...common,
          body: fresh,
          headers: { ...common.headers, prefer: 'resolution=merge-duplicates' },
        }),
        await api.call(`${path}?${table.primaryKey}=eq.${key}`, {
          ...common,
          method: 'PATCH',
          body: row.row,
        }),
        await api.call(`${path}?${table.primaryKey}=eq.${key}`, { ...common, method: 'DELETE' }),
      ];
      for (const answer of answers) expect([401, 403, 404, 406]).toContain(answer.status);
      expect(await contents()).toEqual(untouched);
    },
  );
});

test.each([
  ['qualified_leads', 'access_token_hash', 'rep A'],
  ['qualified_leads', 'access_token_hash', 'customer of A'],
  ['sales_sessions', 'refresh_hash', 'rep A'],
  ['customer_sessions', 'refresh_hash', 'customer of A'],
  ['contact_submissions', 'consent_text', 'manager'],
  ['sales_sessions', 'manager_until', 'manager'],
] as const)('%s.%s is not readable by a procedure that %s calls', async (table, column, actor) => {
  const asProcedure = { role: 'api_reader', sessionId: SESSION[actor] ?? null } as const;
  expect(await actAs(api, asProcedure, rowsOf(column, `public.${table}`))).toEqual({ code: '42501' });
  const filtered = rowsOf('id', `public.${table} where ${column}::text like '1%'`);
  expect(await actAs(api, asProcedure, filtered)).toEqual({ code: '42501' });
});

test('a disabled representative reads nothing from the next request on', async () => {
  const read = async () => (await api.rpc('get_sales_table', {}, tokens['rep B'])).status;
  expect(await read()).toBe(200);
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [rep.B]);
  const whenDisabled = await read();
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [rep.B]);
  expect(whenDisabled).toBe(401);
});

test('without a key, and with a wrong one, nothing is answered', async () => {
  for (const key of [null, 'sb_publishable_wrong']) {
    expect((await api.call('/rest/v1/products', { key })).status).toBe(401);
    expect((await api.call('/rest/v1/rpc/get_plan_prices', { key, body: {} })).status).toBe(401);
  }
});

test('parallel requests of different actors never share a role', async () => {
  const asked = Array.from(
    { length: 40 },
    (_, i) => (['rep A', 'anon', 'rep B', 'logged-out rep A'] as const)[i % 4],
  );
  const answers = await Promise.all(
    asked.map((actor) => api.rpc('get_sales_table', {}, tokens[actor ?? 'anon'])),
  );
  answers.forEach((answer, i) => {
    const actor = asked[i];
    if (actor === 'anon') expect([answer.status, answer.body.code]).toEqual([401, '42501']);
    else if (actor === 'logged-out rep A') expect([answer.status, answer.body.code]).toEqual([401, 'PT401']);
    else
      expect(answer.body.rows.map((row: { id: string }) => row.id)).toEqual([
        actor === 'rep A' ? sale.A : sale.B,
      ]);
  });
});
