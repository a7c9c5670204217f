import { type Database, openDatabase } from '@corvane/tools/stack/backend/engine/database';

/** The stack under test, from the environment that the test command sets. */
export const stack = {
  url: required('SITE_URL'),
  /** Mails that the stack has caught. */
  inboxUrl: required('INBOX_URL'),
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

/** Of the owner, whom no policy restricts. Opened at the first use. */
let database: Promise<Database> | undefined;

/** Rows of any statement in the stack's database, as JSON. */
export async function queryDatabase<Row>(text: string, params: unknown[] = []): Promise<Row[]> {
  database ??= openDatabase(required('STACK_DATABASE_URL'), { connections: 2 });
  return JSON.parse(JSON.stringify(await (await database).query<Row>(text, params)));
}

/**
 * Whole rows of a table, as JSON.
 * @param having columns with their values
 * @param more what follows in the statement, as `and name like 'A%' order by name`
 */
export async function readRows(
  table: string,
  having: object = {},
  more = '',
): Promise<Record<string, unknown>[]> {
  const rows = await queryDatabase<{ row: Record<string, unknown> }>(
    `select to_jsonb(t) as row from ${table} t where to_jsonb(t) @> $1::jsonb ${more}`,
    [having],
  );
  return rows.map(({ row }) => row);
}

/** @param rows all have the same columns */
export async function insertRows(table: string, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(', ');
  if (columns === '') return;
  await queryDatabase(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
    [JSON.stringify(rows)],
  );
}

export async function updateRow(table: string, id: unknown, values: object): Promise<void> {
  const columns = Object.keys(values).join(', ');
  const changed = await queryDatabase(
    `update ${table} set (${columns}) = (select ${columns} from jsonb_populate_record(null::${table}, $1::jsonb))
     where id = $2 returning id`,
    [values, id],
  );
  if (changed.length !== 1) throw new Error(`${table} has no row ${id}`);
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
  const [rep] = await readRows('sales_representatives', { email: 'dana.whitfield@corvane.example' });
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
  const response = await fetch(`${stack.inboxUrl}/messages.json`);
  const mails = (await response.json()) as CaughtMail[];
  return mails.filter((mail) => `${mail.subject}\n${mail.text}`.includes(text));
}
