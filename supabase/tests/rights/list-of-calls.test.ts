import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamedCall } from '../../../shared/src/contracts/backend/calls.ts';
import { type Actor, layBait } from '../fixtures/bait.ts';
import { PROCEDURES, procedureCaller } from '../fixtures/listed-procedures.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

/* Who may call a procedure is said in the list of calls alone. access-matrix.test.ts does the same for functions. */

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let callProcedure: Awaited<ReturnType<typeof procedureCaller>>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  callProcedure = await procedureCaller(api);
});

afterAll(() => api.close());

const namesFor = (role: 'anon' | 'authenticated') =>
  PROCEDURES.filter(({ callers }) =>
    role === 'anon' ? callers.includes('anon') : callers.some((c) => c !== 'anon'),
  )
    .map(({ name }) => name)
    .sort();

test.each(['anon', 'authenticated'] as const)(
  'the edge passes exactly the procedures that %s may execute in the database',
  async (role) => {
    const rows = await api.sql<{ name: string }>(
      `select n.nspname || '.' || p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema', 'auth')
         and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')
       order by p.proname`,
      [role],
    );
    expect(rows.map((row) => row.name)).toEqual(namesFor(role).map((name) => `public.${name}`));
  },
);

/** What is A's, whose rows the arguments name, and what is B's. */
const DATA = { A: /one@bait|\bOne\b|Rep A|\ba@bait/, B: /two@bait|\bTwo\b|Rep B|\bb@bait/ };

/** Every actor whose session is live, and whose rows they may read. `ended-session.test.ts` asks for the others. */
const MAY_SEE: Partial<Record<Actor, readonly string[]>> = {
  anon: [],
  'customer of A': ['A'],
  'rep A': ['A'],
  'rep B': ['B'],
  'rep B, no longer a manager': ['B'],
  'manager without a code': [],
  'manager whose time is over': [],
  manager: ['A', 'B'],
};

/** `answered`: also with no rows, or with 404 for a row that is not the caller's. */
function expectedAnswer({ callers }: NamedCall, actor: string): string {
  if (actor === 'anon') return callers.includes('anon') ? 'answered' : '401 42501';
  return callers.includes('manager') && actor !== 'manager' ? '403 PT403' : 'answered';
}

let ownRowsSeen = 0;

test.each(PROCEDURES)('$name answers its callers, and nobody with the rows of others', async (procedure) => {
  for (const [actor, rows] of Object.entries(MAY_SEE) as [Actor, readonly string[]][]) {
    const answer = await callProcedure(procedure, tokens[actor]);
    const isAnswered = answer.status === 200 || (answer.status === 404 && answer.body.code === 'PT404');
    const said = isAnswered ? 'answered' : `${answer.status} ${answer.body.code}`;
    expect(said, `${actor}: ${answer.text}`).toBe(expectedAnswer(procedure, actor));
    const isNoCaller = actor === 'customer of A' && !procedure.callers.includes('customer');
    for (const [whose, data] of Object.entries(DATA)) {
      if (isNoCaller || !rows.includes(whose)) expect(answer.text, actor).not.toMatch(data);
      else if (data.test(answer.text)) ownRowsSeen += 1;
    }
  }
});

test('the calls above asked for rows that their owners got', () => {
  expect(ownRowsSeen).toBeGreaterThan(20);
});
