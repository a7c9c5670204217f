import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSER_CALLS, pathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { layBait } from '../stand/bait.ts';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
});

afterAll(() => api.close());

const PROCEDURES = BROWSER_CALLS.filter((call) => call.kind === 'procedure');

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

/** A row of the rights matrix: who may call what. */
function matrixRow(callers: string): string {
  const namesOf = (kind: 'procedure' | 'function') =>
    BROWSER_CALLS.filter((call) => call.kind === kind && call.callers.join(', ') === callers)
      .map(({ name }) => `\`${name}\``)
      .join(', ') || 'none';
  return `| ${callers} | ${namesOf('procedure')} | ${namesOf('function')} |`;
}

test('docs/security.md states who may call what', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
  const rows = page.split('\n').map((line) => line.replace(/ +/g, ' '));
  const written = rows.filter((row) => /^\| (anon|customer|representative|manager)\b/.test(row));
  const groups = [...new Set(BROWSER_CALLS.map(({ callers }) => callers.join(', ')))];
  expect(written.toSorted()).toEqual(groups.map(matrixRow).toSorted());
});

test('a procedure that is not for an anonymous visitor refuses them', async () => {
  const tokens = await layBait(api);
  for (const call of PROCEDURES) {
    const answer = await api.call(pathOf(call), { body: {} });
    const isForAll = call.callers.includes('anon');
    // 404: without its arguments the API does not find the procedure.
    expect([
      call.name,
      isForAll ? [200, 404].includes(answer.status) : [401, 404].includes(answer.status),
    ]).toEqual([call.name, true]);
    const ended = await api.call(pathOf(call), { body: {}, token: tokens['logged-out rep A'] });
    expect(ended.text).not.toMatch(/bait\.example|Rep [AB]/);
  }
});
