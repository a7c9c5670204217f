import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS, type Call } from '../../../shared/src/contracts/backend/calls.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';
import { bodyFor, hostileText } from './body-arbitrary.ts';
import { FUZZ_RUNS, FUZZ_TIMEOUT_MS, fuzzOf } from './fuzz-settings.ts';

interface Procedure {
  name: string;
  /** Names and types of its arguments, as the catalogue has them. */
  args: { name: string; type: string }[];
}

/** Of a procedure of the list. */
const filterOf = (name: string) => (CALLS as Record<string, Call>)[name]?.request ?? null;

/**
 * The ways a procedure may refuse:
 * - invalid values (22, and 42804, 42846, 42883 for another type)
 * - a row that is not the caller's (PT404)
 * - a caller without a session (PT403)
 * - rights (42501)
 * - too deep or too large (54)
 * - out of time (57014)
 * - unknown arguments
 */
const REFUSAL = /^(22\w{3}|PT404|PT403|42501|42804|42846|42883|54\w{3}|57014|PGRST\d{3})$/;

let api: TestBackend;
let procedures: Procedure[];
/** Valid ids and cursors, so that not every body is refused at once. */
let known: { ids: string[]; cursors: string[] };

beforeAll(async () => {
  api = await startTestBackend();
  const token = await managerToken(api);
  procedures = await api.sql<Procedure>(`
    select p.proname as name, coalesce(jsonb_agg(jsonb_build_object(
      'name', a.name, 'type', format_type(a.type, null)) order by a.place) filter (where a.name is not null), '[]') as args
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace and n.nspname = 'public'
    left join lateral unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as a (name, type, place)
      on a.place <= p.pronargs
    where has_function_privilege('authenticated', p.oid, 'execute')
    group by p.oid, p.proname order by p.proname`);
  const [sale] = await api.sql<{ id: string }>('select id from public.sales_records limit 1');
  await api.sql(
    'update public.contact_submissions set assigned_to = (select min(r.id::text)::uuid from public.sales_representatives r), quarantined_at = null',
  );
  const [request] = await api.sql<{ id: string }>('select id from public.contact_submissions limit 1');
  const [customer] = await api.sql<{ id: string }>('select id from public.qualified_leads limit 1');
  const pages = await Promise.all(
    [
      'get_sales_table',
      'get_customers',
      'get_contact_requests',
      'get_assigned_contact_requests',
      'get_audit_trail',
      'get_links_ending_today',
      'get_reps',
    ].map((name) => api.rpc(name, { page_size: 1 }, token)),
  );
  known = {
    ids: [sale?.id ?? '', customer?.id ?? '', request?.id ?? ''],
    // Whether there are earlier months depends on the day.
    cursors: [
      ...pages.flatMap(({ body }) => body.nextAfter ?? []),
      Buffer.from('{"order":"month","key":"2026-01-01"}').toString('base64'),
    ],
  };
});

afterAll(() => api.close());

/**
 * A cursor that the server gave, unchanged or with one character of its JSON replaced. Or JSON of the caller's own, up
 * to 1,000 brackets deep.
 */
function cursors(): fc.Arbitrary<string> {
  const given = fc.constantFrom(...known.cursors);
  const ownJson = fc.oneof(
    fc.json(),
    fc.integer({ min: 1, max: 1_000 }).map((depth) => '['.repeat(depth)),
    fc.integer({ min: 1, max: 1_000 }).map((depth) => '{"order":'.repeat(depth)),
  );
  return fc.oneof(
    given,
    fc.tuple(given, fc.nat(400), hostileText).map(([cursor, at, text]) => {
      const json = Buffer.from(cursor, 'base64').toString();
      const place = at % json.length;
      return Buffer.from(json.slice(0, place) + text + json.slice(place + 1)).toString('base64');
    }),
    fc.tuple(given, argumentValue('', { name: 'key', type: 'date' })).map(([cursor, key]) => {
      const place = JSON.parse(Buffer.from(cursor, 'base64').toString()) as object;
      return Buffer.from(JSON.stringify({ ...place, key })).toString('base64');
    }),
    ownJson.map((json) => Buffer.from(json).toString('base64')),
  );
}

function argumentValue(procedure: string, { name, type }: Procedure['args'][number]): fc.Arbitrary<unknown> {
  switch (type) {
    case 'uuid':
      return fc.oneof(fc.constantFrom(...known.ids), fc.uuid());
    case 'integer':
    case 'bigint':
      return fc.oneof(
        fc.integer({ min: -5, max: 2_000 }),
        fc.integer(),
        fc.constantFrom(2 ** 31, -(2 ** 40), 0.5),
      );
    case 'boolean':
      return fc.boolean();
    case 'date':
      return fc.constantFrom(
        '2026-11-20',
        '0001-01-01',
        '9999-12-31',
        'infinity',
        '-infinity',
        '4713-01-01 BC',
      );
    case 'timestamp with time zone':
      return fc.constantFrom(
        '2026-11-20T10:00:00Z',
        'infinity',
        '-infinity',
        '294276-12-31T23:59:59Z',
        'now',
      );
    case 'jsonb':
      return bodyFor(filterOf(procedure) ?? z.looseObject({}));
    default:
      return name === 'after'
        ? cursors()
        : fc.oneof(
            fc.constantFrom('sale_date', 'amount', 'customer', 'asc', 'desc', 'Pixel Package'),
            hostileText,
          );
  }
}

/** Arguments of the types that the catalogue names. In half of the calls one of them is anything at all. */
function argumentsOf({ name, args }: Procedure): fc.Arbitrary<Record<string, unknown>> {
  const fitting = fc.record(Object.fromEntries(args.map((arg) => [arg.name, argumentValue(name, arg)])), {
    requiredKeys: [],
  });
  const strange = fc.record({
    at: fc.constantFrom(...args.map((arg) => arg.name), 'stranger'),
    value: fc.oneof(hostileText, fc.jsonValue()),
  });
  return fc.oneof(
    fitting,
    fc.tuple(fitting, strange).map(([body, { at, value }]) => ({ ...body, [at]: value })),
  );
}

test('the list describes each filter, of which the catalogue says jsonb', () => {
  const filtered = procedures.filter(({ args }) => args.some(({ type }) => type === 'jsonb'));
  expect(filtered.map(({ name }) => name).sort()).toEqual(
    Object.keys(CALLS)
      .filter((name) => name.startsWith('get_') && filterOf(name) !== null)
      .sort(),
  );
});

test(
  `every procedure that browsers may call answers ${FUZZ_RUNS} calls made from its arguments with success or a refusal`,
  async () => {
    expect(procedures.length).toBeGreaterThan(10);
    let runs = 0;
    for (const procedure of procedures) {
      // On a busy machine, all procedures together outlast a token.
      const token = await managerToken(api);
      await fc.assert(
        fc.asyncProperty(argumentsOf(procedure), async (args) => {
          const isSignedIn = runs++ % 2 === 0;
          const answer = await api.rpc(procedure.name, JSON.stringify(args), isSignedIn ? token : undefined);
          if (answer.status < 300) return;
          expect(answer.status, `${procedure.name}: ${answer.text}`).toBeLessThan(500);
          expect(answer.body.code, answer.text).toMatch(REFUSAL);
        }),
        fuzzOf(procedure.name),
      );
      expect((await api.rpc('get_plan_prices', {}, token)).body.length, procedure.name).toBeGreaterThan(0);
    }
  },
  FUZZ_TIMEOUT_MS,
);
