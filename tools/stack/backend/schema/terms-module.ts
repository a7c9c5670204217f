import { join } from 'node:path';
import { withConnection } from '../../../postgres/connect.ts';

/** Where the generated terms are kept. */
export const TERMS_FILE = join(import.meta.dirname, '../../../../shared/src/contracts/backend/terms.ts');

const HEADER = `// Generated from supabase/schemas/terms.sql: figures that the product promises, for words on screens and in mails.
// Do not edit. After a new migration, run \`npx -y pnpm@12 exec node tools/stack/backend/write-database-types.ts\`.
`;

/** The functions of terms.sql are told by their shape: no argument, no table behind them, a duration or a number. */
const TERMS = `
  select p.proname as name, obj_description(p.oid, 'pg_proc') as comment, p.prorettype = 'interval'::regtype as is_duration,
    format('select %s as value', case when p.prorettype = 'interval'::regtype
      then format('extract(epoch from private.%I())::integer', p.proname) else format('private.%I()', p.proname) end) as query
  from pg_proc p
  where p.pronamespace = 'private'::regnamespace and p.pronargs = 0 and p.provolatile = 'i'
    and p.prorettype in ('interval'::regtype, 'integer'::regtype)
  order by p.proname`;

interface Term {
  name: string;
  comment: string;
  is_duration: boolean;
  query: string;
}

interface AttemptLimit {
  name: string;
  attempts: number;
  windowSeconds: number;
}

const ATTEMPT_LIMITS = `
  select l.name, l.attempts, extract(epoch from l.attempts_window)::integer as "windowSeconds"
  from private.attempt_limits() l`;

/**
 * The module `contracts/backend/terms.ts`: one constant per term, durations in seconds, and the limits on attempts.
 * @param databaseUrl a database with the migrations in it.
 */
export async function generateTerms(databaseUrl: string): Promise<string> {
  return withConnection(databaseUrl, async (sql) => {
    const blocks: string[] = [];
    for (const term of await sql.query<Term>(TERMS)) {
      const [row] = await sql.query<{ value: number }>(term.query);
      const name = `${term.name.toUpperCase()}${term.is_duration ? '_SECONDS' : ''}`;
      blocks.push(`/** ${term.comment} */\nexport const ${name} = ${row?.value};\n`);
    }
    const limits = (await sql.query<AttemptLimit>(ATTEMPT_LIMITS)).map(
      ({ name, attempts, windowSeconds }) =>
        `  '${name}': { attempts: ${attempts}, windowSeconds: ${windowSeconds} },\n`,
    );
    blocks.push(
      `/** How many attempts each limit allows, and in what time. */\nexport const ATTEMPT_LIMITS = {\n${limits.join('')}};\n`,
    );
    return [HEADER, ...blocks].join('\n');
  });
}
