import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, BAIT, layBait } from './bait.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

/**
 * What an actor reads of a table: primary keys, every row, no right at all, or (private schema) no such thing.
 * Actors left out read no row. Everybody's writes are refused everywhere.
 */
type Reads = string[] | 'all' | 'no right' | 'not exposed';

const everyone = (reads: Reads): Record<Actor, Reads> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, reads])) as Record<Actor, Reads>;

const ACTORS: Actor[] = [
  'anon',
  'rep A',
  'rep B',
  'logged-out rep A',
  'expired session of rep A',
  'customer of A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
];
/** Their token itself is refused, whatever they ask for. */
const REFUSED: Actor[] = ['tampered token of rep A', 'expired token of rep A'];

const { rep, lead, salesSession, customerSession, reveal, sale, audit } = BAIT;

/** A table that is missing here fails the test below: say who may read it. */
const MATRIX: Record<string, Partial<Record<Actor, Reads>>> = {
  'private.rate_limit_counters': everyone('not exposed'),
  'private.sales_daily_totals': everyone('not exposed'),
  'private.sales_imports': everyone('not exposed'),
  'private.sales_rep_credentials': everyone('not exposed'),
  'private.site_events': everyone('not exposed'),
  'private.staged_sales': everyone('not exposed'),
  'private.verification_codes': everyone('not exposed'),
  'public.audit_events': { anon: 'no right', 'rep A': [audit.A, audit.ownA], 'rep B': [audit.B] },
  'public.contact_submissions': everyone('no right'),
  'public.customer_sessions': {
    anon: 'no right',
    'rep A': [customerSession.A, customerSession.loggedOut, customerSession.revoked, customerSession.expired],
    'rep B': [customerSession.B],
    'customer of A': [customerSession.A, customerSession.loggedOut],
  },
  'public.pricing_reveals': { anon: 'no right', 'rep A': [reveal.A], 'rep B': [reveal.B] },
  'public.product_features': everyone('all'),
  'public.product_prices': { anon: 'no right', 'rep A': 'all', 'rep B': 'all', 'customer of A': 'all' },
  'public.products': everyone('all'),
  'public.qualified_leads': {
    anon: 'no right',
    'rep A': [lead.A, lead.revoked, lead.expired],
    'rep B': [lead.B],
    'customer of A': [lead.A],
  },
  'public.sales_records': { anon: 'no right', 'rep A': [sale.A], 'rep B': [sale.B] },
  'public.sales_representatives': { anon: 'no right', 'rep A': [rep.A], 'rep B': [rep.B] },
  'public.sales_sessions': {
    anon: 'no right',
    'rep A': [salesSession.A, salesSession.loggedOut, salesSession.expired],
    'rep B': [salesSession.B],
  },
};

interface Table {
  name: string;
  schema: string;
  table: string;
  primaryKey: string;
  /** Columns that `authenticated` may read; all of them where it may read none. */
  columns: string;
}

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let tables: Table[];

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  tables = await api.sql<Table>(`
    select n.nspname || '.' || c.relname as name, n.nspname as schema, c.relname as table,
      (select a.attname from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
        where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
      (select coalesce(
          string_agg(a.attname, ',') filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'select')),
          string_agg(a.attname, ','))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm')
    order by 1`);
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

test('the matrix names every table there is', () => {
  expect(tables.map((table) => table.name)).toEqual(Object.keys(MATRIX).sort());
});

describe.each(Object.keys(MATRIX))('%s', (name) => {
  const find = () => {
    const table = tables.find((candidate) => candidate.name === name);
    if (!table) throw new Error(`No table ${name}`);
    return table;
  };

  test.each(ACTORS)('select by %s', async (actor) => {
    const table = find();
    const answer = await api.call(`/rest/v1/${table.table}?select=${table.columns}`, {
      token: tokens[actor],
      headers: profile(table),
    });
    const expected = MATRIX[name]?.[actor] ?? [];
    if (expected === 'not exposed') {
      expect([404, 406]).toContain(answer.status);
    } else if (expected === 'no right') {
      expect(answer.body.code).toBe('42501');
      expect([401, 403]).toContain(answer.status);
    } else {
      expect(answer.status).toBe(200);
      const keys = answer.body.map((row: Record<string, unknown>) => row[table.primaryKey]);
      if (expected === 'all') {
        const [count] = await api.sql<{ n: number }>(`select count(*)::int as n from ${name}`);
        expect(keys).toHaveLength(count?.n ?? -1);
      } else {
        expect(keys.sort()).toEqual([...expected].sort());
      }
    }
  });

  test.each([...ACTORS, ...REFUSED])(
    'insert, update and delete by %s are refused and change nothing',
    async (actor) => {
      const table = find();
      const before = await contents();
      const [row] = await api.sql<{ row: Record<string, unknown> }>(
        `select to_jsonb(t) as row from ${name} t limit 1`,
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
      expect(await contents()).toEqual(before);
    },
  );

  test.each(REFUSED)('select by %s is refused before any row is looked at', async (actor) => {
    const answer = await api.call(`/rest/v1/${find().table}?select=*`, { token: tokens[actor] });
    expect(find().schema === 'public' ? [401] : [401, 404]).toContain(answer.status);
  });
});

test.each([
  ['qualified_leads', 'access_token_hash', 'rep A'],
  ['qualified_leads', 'access_token_hash', 'customer of A'],
  ['sales_sessions', 'refresh_hash', 'rep A'],
  ['customer_sessions', 'refresh_hash', 'customer of A'],
] as const)('%s.%s is not readable by %s', async (table, column, actor) => {
  const answer = await api.call(`/rest/v1/${table}?select=${column}`, { token: tokens[actor] });
  expect(answer.status).toBe(403);
  expect(answer.body.code).toBe('42501');
});

test('a hash column cannot be used as a filter either', async () => {
  const answer = await api.call(`/rest/v1/qualified_leads?select=id&access_token_hash=like.1*`, {
    token: tokens['rep A'],
  });
  expect(answer.status).toBe(403);
});

test('a disabled representative reads nothing from the next request on', async () => {
  await api.sql('update public.sales_representatives set disabled_at = now() where id = $1', [rep.B]);
  const answer = await api.call('/rest/v1/sales_records?select=id', { token: tokens['rep B'] });
  await api.sql('update public.sales_representatives set disabled_at = null where id = $1', [rep.B]);
  expect(answer.body).toEqual([]);
});

test('without a key, and with a wrong one, nothing is answered', async () => {
  expect((await api.call('/rest/v1/products', { key: null })).status).toBe(401);
  expect((await api.call('/rest/v1/products', { key: 'sb_publishable_wrong' })).status).toBe(401);
});

test('parallel requests of different actors never share a role', async () => {
  const asked = Array.from(
    { length: 40 },
    (_, i) => (['rep A', 'anon', 'rep B', 'logged-out rep A'] as const)[i % 4],
  );
  const answers = await Promise.all(
    asked.map((actor) => api.rpc('get_sales_page', {}, tokens[actor ?? 'anon'])),
  );
  answers.forEach((answer, i) => {
    const actor = asked[i];
    if (actor === 'anon') expect(answer.status).toBe(401);
    else if (actor === 'logged-out rep A') expect(answer.body.rows).toEqual([]);
    else
      expect(answer.body.rows.map((row: { id: string }) => row.id)).toEqual([
        actor === 'rep A' ? sale.A : sale.B,
      ]);
  });
});
