import type { TestBackend } from './start-test-backend.ts';

/** The result of a query, or the SQLSTATE of its refusal. */
interface ActedAnswer {
  rows?: Record<string, unknown>[];
  code?: string;
}

interface ActingRole {
  /** Procedures run as `api_reader`. A request arrives as `anon` or `authenticated`. */
  role: 'anon' | 'authenticated' | 'api_reader';
  /** Session that the request's token names. Null for a request without a token. */
  sessionId: string | null;
}

/**
 * Runs a query in the database itself, with a role and the claims of a token. No API is involved: only the database
 * refuses.
 */
export async function actAs(
  api: TestBackend,
  { role, sessionId }: ActingRole,
  query: string,
): Promise<ActedAnswer> {
  const claims = sessionId === null ? { role: 'anon' } : { role: 'authenticated', session_id: sessionId };
  const [answer] = await api.sql<{ answer: ActedAnswer }>('select tests.answer($1, $2, $3) as answer', [
    role,
    JSON.stringify(claims),
    query,
  ]);
  if (!answer) throw new Error('tests.answer gave nothing');
  return answer.answer;
}

/** Must have run before `actAs`. */
export async function createActing(api: TestBackend): Promise<void> {
  await api.sql('create schema tests');
  await api.sql(`
    create function tests.answer(role_name text, claims text, query text) returns jsonb language plpgsql as $$
    declare
      answer jsonb;
    begin
      begin
        perform set_config('request.jwt.claims', claims, true);
        perform set_config('role', role_name, true);
        execute query into answer;
        answer := jsonb_build_object('rows', coalesce(answer, '[]'));
      exception when others then
        answer := jsonb_build_object('code', sqlstate);
      end;
      perform set_config('role', 'none', true);
      return answer;
    end $$`);
}

/** The rows of a relation, as a query that gives one jsonb. */
export const rowsOf = (columns: string, relation: string) =>
  `select jsonb_agg(to_jsonb(t)) from (select ${columns} from ${relation}) t`;
