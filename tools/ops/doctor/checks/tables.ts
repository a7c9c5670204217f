import { type DoctorCheck, right, wrong } from '../doctor-check.ts';
import { errorCode } from '../error-code.ts';

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
