import { jwtVerify } from 'jose';
import { DATABASE_TIMEOUT_MS } from '../../../../supabase/functions/api/deps.ts';
import type { Pool } from '../../../postgres/connect.ts';
import type { BackendSecrets } from '../data-dir/backend-secrets.ts';
import { type Caller, callProcedure, isSqlState, type Procedure, readProcedures } from './call-procedure.ts';

const PROCEDURE_PATH = /^\/rest\/v1\/rpc\/([a-z_][a-z0-9_]*)$/;
const TABLE_PATH = /^\/rest\/v1\/([a-z_][a-z0-9_]*)$/;
/** A token names one of them. Any other role would be more than a caller may have. */
const ROLES = new Set<unknown>(['anon', 'authenticated', 'service_role']);
/** Calls that run or wait for a connection. More are refused at once. */
const MAX_CALLS = 500;
const RETRY_AFTER_SECONDS = 5;
/** A call that has no connection by then is refused, a moment before the functions give up. */
const MAX_WAIT_MS = DATABASE_TIMEOUT_MS - 1_000;
/** A call ends by then, so that what the functions give up was not written. Only some procedures may take longer. */
const ENDED_MS = DATABASE_TIMEOUT_MS - 500;

type Keys = Pick<BackendSecrets, 'jwtSecret' | 'publishableKey' | 'secretKey'>;

/** An answer that is no success, in the shape of PostgREST's. */
class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

interface DatabaseError {
  code?: string;
  message: string;
  detail?: string;
  hint?: string;
}

/**
 * The listed procedures below `/rest/v1/rpc`, as PostgREST serves them in production. Every request needs a key, and
 * has the role of its token, or of its key without one. Tables are refused, as the database does there.
 */
export function createRestApi(database: Pool, keys: Keys): (request: Request) => Promise<Response> {
  let procedures: Promise<Map<string, Procedure>> | null = null;
  let calls = 0;

  /** Read again when a name or an argument is unknown: a migration may have brought it. */
  async function findProcedure(name: string, passed: readonly string[]): Promise<Procedure> {
    for (const isKnown of [true, false]) {
      if (!isKnown || procedures === null) procedures = readProcedures(database);
      const found = (await procedures.catch(forget)).get(name);
      const fits =
        found?.required.every((argument) => passed.includes(argument)) &&
        passed.every((argument) => Object.hasOwn(found.types, argument));
      if (found && fits) return found;
    }
    throw new Refusal(404, 'PGRST202', `No procedure public.${name} takes (${passed.join(', ')})`);
  }

  function forget(error: unknown): never {
    procedures = null;
    throw error;
  }

  async function answer(request: Request): Promise<Response> {
    const arrivedAt = performance.now();
    const { pathname } = new URL(request.url);
    const caller = await callerOf(request, keys);
    const name = PROCEDURE_PATH.exec(pathname)?.[1];
    if (name === undefined) throw await refusedPath(database, pathname, caller);
    const isCall = request.method === 'POST';
    const body = (isCall && (await request.text()).trim()) || '{}';
    const passed = argumentNames(body);
    const procedure = await findProcedure(name, passed);
    if (!isCall) throw new Refusal(405, 'PGRST101', 'A procedure is called with POST');
    const text = await whileAwaited(request.signal, arrivedAt, (begin) =>
      callProcedure(database, name, procedure, { body, passed }, caller, begin),
    ).catch((error) => {
      throw refusalOf(error, caller);
    });
    if (text === null) return new Response(null, { status: 204 });
    return new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } });
  }

  return async (request) => {
    calls += 1;
    try {
      if (calls > MAX_CALLS) throw new Refusal(503, 'PGRST003', 'Too many calls wait for the database.');
      return await answer(request);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : refusalOf(error as DatabaseError, null);
      const { status, code, message, details } = refusal;
      // The database's own words about a fault of the server may hold people's data.
      const said = status >= 500 && status !== 503 ? 'The database could not answer.' : message;
      return Response.json(
        { code, message: said, details, hint: null },
        { status, headers: status === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS) } : {} },
      );
    } finally {
      calls -= 1;
    }
  };
}

/**
 * Rejects a call whose caller has left, or that waits too long for a connection. Such a call never begins.
 * @param call runs `begin` once it has a connection, which says how many milliseconds are left
 */
function whileAwaited<T>(
  asked: AbortSignal,
  arrivedAt: number,
  call: (begin: () => number) => Promise<T>,
): Promise<T> {
  const leftMs = (limitMs: number) => Math.max(1, Math.floor(arrivedAt + limitMs - performance.now()));
  const waiting = AbortSignal.any([asked, AbortSignal.timeout(leftMs(MAX_WAIT_MS))]);
  let hasBegun = false;
  const called = call(() => {
    waiting.throwIfAborted();
    hasBegun = true;
    return leftMs(ENDED_MS);
  });
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(waiting.reason);
    waiting.addEventListener('abort', () => hasBegun || giveUp());
    asked.addEventListener('abort', giveUp);
    called.then(resolve, reject);
  });
}

/** @throws Refusal without a key, or with a token that is not ours or has ended. */
async function callerOf(request: Request, { jwtSecret, publishableKey, secretKey }: Keys): Promise<Caller> {
  const roleOfKey = new Map([
    [publishableKey, 'anon'],
    [secretKey, 'service_role'],
  ]);
  const ofKey = roleOfKey.get(request.headers.get('apikey') ?? '');
  if (ofKey === undefined) throw new Refusal(401, 'PGRST301', 'No API key, or an unknown one');
  const headers = Object.fromEntries(request.headers);
  const token = /^bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const role = token === undefined ? ofKey : roleOfKey.get(token);
  if (token === undefined || role !== undefined) return { role: role ?? ofKey, claims: null, headers };
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(jwtSecret), {
      algorithms: ['HS256'],
    });
    const named = payload.role ?? 'anon';
    if (!ROLES.has(named)) throw new Refusal(403, '42501', 'permission denied to set role');
    return { role: String(named), claims: { ...payload, role: named }, headers };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(401, 'PGRST301', 'The token is not valid, or has ended');
  }
}

/** PostgREST calls a procedure once for each item of a list. Nothing of ours sends one. */
function argumentNames(body: string): string[] {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return Object.keys(parsed);
  } catch {
    // Refused below.
  }
  throw new Refusal(400, 'PGRST102', 'The arguments of a procedure must be one JSON object');
}

async function refusedPath(database: Pool, pathname: string, caller: Caller): Promise<Refusal> {
  const table = TABLE_PATH.exec(pathname)?.[1];
  if (table === undefined) return new Refusal(404, 'PGRST125', 'Invalid path specified in request URL');
  const [row] = await database.query<{ isThere: boolean }>(
    'select to_regclass($1) is not null as "isThere"',
    [`public.${table}`],
  );
  if (!row?.isThere) return new Refusal(404, 'PGRST205', `No table public.${table}`);
  return refusalOf({ code: '42501', message: `permission denied for table ${table}` }, caller);
}

/** As PostgREST answers the database's errors. Without an SQLSTATE, the database did not answer. */
function refusalOf(error: DatabaseError, caller: Caller | null): Refusal {
  const { code, message } = error;
  if (!isSqlState(code)) return new Refusal(503, 'PGRST001', 'The database cannot answer right now.');
  // Any other detail may hold people's data.
  const details = code.startsWith('PT') ? (error.detail ?? null) : null;
  return new Refusal(statusOf(code, caller?.role === 'anon'), code, message, details);
}

function statusOf(code: string, isAnonymous: boolean): number {
  const raised = /^PT(\d{3})$/.exec(code)?.[1];
  if (raised !== undefined) return Number(raised);
  if (code === '42501') return isAnonymous ? 401 : 403;
  if (['42883', '42P01'].includes(code)) return 404;
  if (['23503', '23505'].includes(code)) return 409;
  const class_ = code.slice(0, 2);
  if (class_ === '08' || class_ === '53' || code.startsWith('57P')) return 503;
  if (class_ === '54') return 413;
  if (code === 'P0001' || ['21', '22', '23', '42'].includes(class_)) return 400;
  return 500;
}
