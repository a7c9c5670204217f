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

export const TABLES_CLOSED: DoctorCheck = {
  name: 'tables',
  asks: 'Can nobody read a table past the edge?',
  mend: 'Revoke it: `revoke all on public.<table> from anon, authenticated`. Then find out who granted it; the migrations do not.',
  async look(look) {
    const apikey = await look.publishableKey();
    const answers = await Promise.all(
      TABLES.map(async (table) => {
        const { status } = await look.project(`/rest/v1/${table}?select=*&limit=1`, { headers: { apikey } });
        return { table, status };
      }),
    );
    const open = answers.filter(({ status }) => status >= 200 && status < 300).map(({ table }) => table);
    if (open.length > 0) return wrong(`anyone reads ${open.join(', ')}`);
    const failing = answers.find(({ status }) => status >= 500);
    if (failing !== undefined) throw new Error(`${failing.table} answers ${failing.status}`);
    return right(`${TABLES.length} tables refused`);
  },
};
