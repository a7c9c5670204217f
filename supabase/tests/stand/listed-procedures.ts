import { BROWSER_CALLS, type NamedCall, pathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { BAIT } from './bait.ts';
import type { Answer, TestBackend } from './start-test-backend.ts';

/** Every procedure of the list of calls. */
export const PROCEDURES: readonly NamedCall[] = BROWSER_CALLS.filter(({ kind }) => kind === 'procedure');

/** Found by the name of an argument, from top to bottom. */
const ROWS_OF_A = [
  ['rep', BAIT.rep.A],
  ['lead', BAIT.customer.A],
  ['sale', BAIT.sale.A],
  ['request', BAIT.assignedContact],
] as const;

function argumentFor(name: string, type: string): unknown {
  switch (type) {
    case 'uuid':
      return ROWS_OF_A.find(([word]) => name.includes(word))?.[1] ?? crypto.randomUUID();
    case 'timestamp with time zone':
      return '2026-01-01T00:00:00Z';
    // All names and addresses of the bait contain it.
    case 'text':
      return name === 'month' ? BAIT.month : 'bait';
    default:
      throw new Error(`Say here what an argument of type ${type} gets.`);
  }
}

/**
 * Calls procedures with the arguments that they require, as the catalogue names them. A row that an argument names is
 * representative A's, so an answer to anybody else would show it.
 */
export async function procedureCaller(
  api: TestBackend,
): Promise<(procedure: NamedCall, token: string | undefined) => Promise<Answer>> {
  const rows = await api.sql<{ procedure: string; name: string; type: string }>(`
    select p.proname as procedure, a.name, format_type(a.type, null) as type
    from pg_proc p, unnest(p.proargnames, p.proargtypes::oid[]) with ordinality as a (name, type, place)
    where p.pronamespace = 'public'::regnamespace and a.place <= p.pronargs - p.pronargdefaults`);
  return (procedure, token) => {
    const required = rows.filter((row) => row.procedure === procedure.name);
    const body = Object.fromEntries(required.map(({ name, type }) => [name, argumentFor(name, type)]));
    return api.call(pathOf(procedure.name), { body, token });
  };
}
