import type { Connection } from '@supabase/lite';
import { compiledQuery, type Transaction } from './compiled-query.ts';

interface RequestContext {
  auth?: { role?: string; uid?: unknown; jwt?: unknown };
  storage?: { operation?: unknown };
}

interface ProcedureCall {
  method: string;
  path: string;
  requestHeaders?: unknown;
}

/** The library's own methods, which its types keep private. */
interface SettingMethods {
  applyJwtSessionContext(db: Transaction, context: RequestContext, isForeignRole: boolean): Promise<void>;
  applyRpcRequestGucs(db: Transaction, call: ProcedureCall): Promise<void>;
}

type Setting = readonly [name: string, value: string];

/**
 * Tells the database who asks, and what, in two statements. The API library sends ten, one for each setting, which
 * took most of the time of a plain call.
 */
export function gatherRequestSettings(connection: Connection): void {
  const methods = connection as unknown as SettingMethods;
  const applyOneByOne = methods.applyJwtSessionContext.bind(connection);
  const gathered: SettingMethods = {
    applyJwtSessionContext: (db, context, isForeignRole) =>
      // A role that is none of the API's is taken in a way of its own.
      isForeignRole ? applyOneByOne(db, context, isForeignRole) : apply(db, callerSettings(context)),
    applyRpcRequestGucs: (db, call) => apply(db, callSettings(call)),
  };
  for (const [name, value] of Object.entries(gathered)) Object.defineProperty(connection, name, { value });
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

function callSettings({ method, path, requestHeaders }: ProcedureCall): Setting[] {
  return [
    ['response.status', ''],
    ['response.headers', ''],
    ['request.method', method],
    ['request.path', path],
    ['request.headers', JSON.stringify(requestHeaders ?? {})],
  ];
}

async function apply(db: Transaction, settings: readonly Setting[]): Promise<void> {
  const each = settings.map(([name], index) => `set_config('${name}', $${index + 1}, true)`);
  const values = settings.map(([, value]) => value);
  await db.executeQuery(compiledQuery('request-settings', `select ${each.join(', ')}`, values));
}
