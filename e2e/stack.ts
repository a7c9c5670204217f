/** The stack under test, from the environment that the test command sets. */
export const stack = {
  url: required('SITE_URL'),
  /** The backend's address without the edge, for calls that only the service role may make. */
  backendUrl: required('BACKEND_URL'),
  /** Document root of the released site, on this machine. */
  siteRoot: required('SITE_ROOT'),
  secretKey: required('SUPABASE_SECRET_KEY'),
  publishableKey: required('SUPABASE_PUBLISHABLE_KEY'),
  demoSalesId: required('DEMO_SALES_ID'),
  demoAccessToken: required('DEMO_ACCESS_TOKEN'),
};

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set; run the tests with "npx -y pnpm@12 test"`);
  return value;
}

/** Rows of a table, read with the service role, which no policy restricts. @param query PostgREST query string */
export async function readRows(table: string, query: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${stack.backendUrl}/rest/v1/${table}?${query}`, {
    headers: { apikey: stack.secretKey },
  });
  if (!response.ok) throw new Error(`Reading ${table} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>[];
}

/** Writes rows with the service role, which no policy restricts. */
export async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await callAsService(`/rest/v1/${table}`, rows);
}

/** Changes rows with the service role, which no policy restricts. @param query PostgREST query string */
export async function updateRows(table: string, query: string, values: object): Promise<void> {
  const response = await fetch(`${stack.backendUrl}/rest/v1/${table}?${query}`, {
    method: 'PATCH',
    headers: { apikey: stack.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(values),
  });
  if (!response.ok)
    throw new Error(`Changing ${table} answered ${response.status}: ${await response.text()}`);
}

/** Rows of any statement in the stack's database, including tables that the API does not expose. */
export async function queryDatabase<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
  const response = await fetch(required('DATABASE_DOOR_URL'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text, params }),
  });
  if (!response.ok) throw new Error(`The database answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Row[];
}

/** Posts to a function or procedure with the service role. @throws unless the answer is a success */
export async function callAsService(pathname: string, body: unknown): Promise<void> {
  const response = await fetch(`${stack.backendUrl}${pathname}`, {
    method: 'POST',
    headers: { apikey: stack.secretKey, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${pathname} answered ${response.status}: ${await response.text()}`);
}

/** The representative of the demonstration data, whose sales ID is `stack.demoSalesId`. */
export async function demoRep(): Promise<{ id: string; name: string; email: string }> {
  const [rep] = await readRows(
    'sales_representatives',
    'email=eq.dana.whitfield@corvane.example&select=id,name,email',
  );
  return { id: String(rep?.id), name: String(rep?.name), email: String(rep?.email) };
}

interface CaughtMail {
  subject: string;
  to: string;
  text: string;
  /** '' for none. */
  html: string;
}

/** Mails in the inbox with this text in the subject or body. */
export async function mailsAbout(text: string): Promise<CaughtMail[]> {
  const response = await fetch(`${stack.url}/_inbox/messages.json`);
  const mails = (await response.json()) as CaughtMail[];
  return mails.filter((mail) => `${mail.subject}\n${mail.text}`.includes(text));
}
