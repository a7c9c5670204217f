import type { Connection } from '@supabase/lite';
import { compiledQuery } from './compiled-query.ts';

interface RequestContext {
  auth?: { role?: string; uid?: unknown; jwt?: unknown };
  storage?: { operation?: unknown };
}

interface ProcedureCall {
  method: string;
  path: string;
  readOnly?: boolean;
  requestHeaders?: unknown;
}

type Setting = readonly [name: string, value: string];
type WithContext = Connection['withContext'];

/** Of each of these statements. */
const BEGINNING = "select set_config('role', $1, true)";

/** SQL of one more column, made of the places of two parameters. */
export type FurtherColumn = (role: string, procedure: string) => string;

/**
 * Tells the database who asks, and what, in one statement at the beginning of a request's transaction. The API library
 * sends ten, one for each setting, which took most of the time of a plain call.
 */
export function gatherRequestSettings(connection: Connection, furtherColumn?: FurtherColumn): void {
  const ownWay = connection.withContext.bind(connection);
  const gathered: WithContext = (context, work, options) => {
    if (!context || options?.transaction || options?.forceRollback) return ownWay(context, work, options);
    const call: ProcedureCall | undefined = options?.rpc;
    const settings = [...callerSettings(context), ...(call ? callSettings(call) : [])];
    return connection.runInTransaction(async (db) => {
      await db.executeQuery(statementOf(settings, call, furtherColumn));
      return work(db);
    });
  };
  Object.defineProperty(connection, 'withContext', { value: gathered });
}

function statementOf(settings: Setting[], call: ProcedureCall | undefined, furtherColumn?: FurtherColumn) {
  const columns = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  const values: (string | null)[] = settings.map(([, value]) => value);
  if (furtherColumn) {
    values.push(call?.path.replace('/rpc/', '') ?? null);
    columns.push(furtherColumn('$1', `$${values.length}`));
  }
  return compiledQuery('request-settings', `select ${columns.join(', ')}`, values);
}

/** Whether a statement is one of these: there are a handful of texts. */
export function isSettings(text: string): boolean {
  return text.startsWith(BEGINNING);
}

/** The role comes first: what follows is set with its rights. */
function callerSettings({ auth, storage }: RequestContext): Setting[] {
  const role = auth?.role || 'anon';
  const claims = auth?.jwt;
  return [
    ['role', role],
    ['request.jwt.claim.sub', String(auth?.uid ?? '')],
    ['request.jwt.claim.role', role],
    ['storage.operation', String(storage?.operation ?? '')],
    ...(claims && typeof claims === 'object'
      ? [['request.jwt.claims', JSON.stringify(claims)] as const]
      : []),
  ];
}

function callSettings({ method, path, readOnly, requestHeaders }: ProcedureCall): Setting[] {
  return [
    ['response.status', ''],
    ['response.headers', ''],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(requestHeaders ?? {})],
    ...(readOnly ? [['transaction_read_only', 'on'] as const] : []),
  ];
}
