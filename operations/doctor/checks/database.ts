import { parseJson } from '@corvane/tools/command/parse-json';
import { newestMigration } from '../../newest-migration.ts';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

/** Everyone has the publishable key and can call the project past the edge. */
const TABLES: readonly string[] = [
  'audit_events',
  'contact_submissions',
  'customer_sessions',
  'pricing_reveals',
  'product_features',
  'product_prices',
  'products',
  'qualified_leads',
  'sales_records',
  'sales_representatives',
  'sales_sessions',
];

/** The database refuses to read the table, or the API offers none of that name. */
const REFUSALS: ReadonlySet<string | null> = new Set(['42501', 'PGRST205']);

export const TABLES_CLOSED: DoctorCheck = {
  name: 'tables',
  asks: 'Can nobody read a table past the edge?',
  mend: 'Revoke it: `revoke all on public.<table> from anon, authenticated`. Then find out who granted it; the migrations do not.',
  async look(look) {
    const apikey = await look.publishableKey();
    const answers = await Promise.all(
      TABLES.map(async (table) => {
        const answer = await look.project(`/rest/v1/${table}?select=*&limit=1`, { headers: { apikey } });
        const { status } = answer;
        return { table, status, isRefused: REFUSALS.has(errorCode(await answer.text())) };
      }),
    );
    const open = answers.filter(({ status }) => status >= 200 && status < 300).map(({ table }) => table);
    if (open.length > 0) return wrong(`anyone reads ${open.join(', ')}`);
    // Such as a gateway that refuses the key: the database was not asked then.
    const unasked = answers.find(({ isRefused }) => !isRefused);
    if (unasked !== undefined)
      throw new Error(`${unasked.table} answers ${unasked.status}, and not as the database does`);
    return right(`${TABLES.length} tables refused`);
  },
};

/** A table of the schema that the secret key could read, if the API exposed the schema. No people's data is in it. */
const TABLE = 'upkeep_runs';

export const PRIVATE_SCHEMA: DoctorCheck = {
  name: 'private-schema',
  asks: 'Does the API expose the schema public alone?',
  mend: 'Take `private` out of the exposed schemas (hosted: API settings; self-hosted: PGRST_DB_SCHEMAS=public), and reload the API.',
  async look(look) {
    const answer = await look.project(`/rest/v1/${TABLE}?select=job&limit=1`, {
      headers: { apikey: look.options.connection.secretKey, 'Accept-Profile': 'private' },
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return wrong('the API exposes the schema private');
    // 406: no such schema. 404: the API knows schemas by no name, and public has no such table.
    const isOfApi = errorCode(await answer.text()) !== null;
    if (isOfApi && (status === 406 || status === 404)) return right('private is not exposed');
    throw new Error(`a table of private answers ${status}`);
  },
};

export const MIGRATIONS: DoctorCheck = {
  name: 'migrations',
  asks: "Is the database at this checkout's newest migration?",
  mend: 'Run `supabase db push`, or update this checkout if the database is newer.',
  async look(look) {
    const { newestMigration: applied } = (await look.upkeep()).value;
    if (applied === null) throw new Error('the database has no history of migrations');
    const newest = newestMigration();
    return applied === newest
      ? right(`both at ${newest}`)
      : wrong(`the database is at ${applied}, this checkout at ${newest}`);
  },
};

export const CATALOGUE: DoctorCheck = {
  name: 'catalogue',
  asks: 'Are the plans there, each with a price in force?',
  mend: 'Run `npx -y pnpm@12 run ops catalogue load`, or set the price with `ops price set`.',
  async look(look) {
    const { plans, plansWithoutPrice: unpriced } = (await look.upkeep()).value;
    if (plans === 0) return wrong('there is no plan');
    if (unpriced.length > 0) return wrong(`no price is in force for ${unpriced.join(', ')}`);
    return right(`${plans} plans, each with a price`);
  },
};

/** The code by which the API names an error, such as `42501`. Null for a text that is no answer of the API. */
function errorCode(text: string): string | null {
  const parsed = parseJson(text) as { code?: unknown } | null;
  return typeof parsed?.code === 'string' ? parsed.code : null;
}
