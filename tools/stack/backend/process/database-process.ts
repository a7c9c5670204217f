import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { UserError } from '../../../command/user-error.ts';
import { createRestApi } from '../api/rest-api.ts';
import type { Database } from '../engine/database.ts';
import type { DatabaseSettings } from '../engine/database-settings.ts';
import { openDatabase } from '../engine/open-database.ts';
import { compiledPglite } from '../engine/pglite-module.ts';
import type { GuardData } from './database-guard.ts';
import type {
  CallBudget,
  CallResult,
  DatabaseCall,
  FromDatabase,
  SentRequest,
  SentResponse,
  ToDatabase,
} from './database-messages.ts';

/**
 * The database and the API in front of it, in a process of their own: started by `database-child.ts`, which sends
 * calls and gets answers. No port, no socket: no other process can reach it.
 */

/** One connection less than the pool has, so that the probe never waits for calls. */
const POSTGRES_CALLS_AT_ONCE = 9;
const PROBE = { product_name_param: 'Moonshot' };

const limits = new Float64Array(new SharedArrayBuffer(16)).fill(Number.POSITIVE_INFINITY);
let readyBytes = Number.POSITIVE_INFINITY;
let serve: ((call: DatabaseCall) => Promise<unknown>) | null = null;
let close: () => Promise<void> = async () => undefined;

const guardData: GuardData = { parentPid: process.ppid, limits };
new Worker(new URL('./database-guard.ts', import.meta.url), { workerData: guardData }).unref();

// The terminal's Ctrl-C reaches this process as well. Its parent tells it when to stop.
process.on('SIGINT', () => undefined);
process.on('disconnect', () => process.exit(1));
process.on('message', (message: ToDatabase) => {
  if (message.kind === 'warm') void compiledPglite();
  else if (message.kind === 'start') void start(message.settings);
  else if (message.kind === 'call') void answer(message.id, message.call, message.budget);
  else void close().finally(() => process.exit(0));
});

async function start(settings: DatabaseSettings): Promise<void> {
  try {
    const { database, appliedMigrations } = await openDatabase(settings);
    const rest = createRestApi(database, settings.secrets);
    serve = (call) => run(call, database, rest, settings);
    close = () => database.close();
    // The engine compiles its own code for good while the first calls run: most of that belongs to the start.
    await serve({ kind: 'probe' });
    readyBytes = keptBytes();
    const callsAtOnce = database.isEmbedded ? 1 : POSTGRES_CALLS_AT_ONCE;
    const schema = database.isEmbedded
      ? JSON.stringify(await database.connection.introspect({ useCache: true }))
      : null;
    send({ kind: 'ready', appliedMigrations, callsAtOnce, schema });
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.send?.({ kind: 'refused', message: error.message } satisfies FromDatabase, () => process.exit(1));
  }
}

async function answer(id: number, call: DatabaseCall, budget: CallBudget | null): Promise<void> {
  if (serve === null) throw new Error('The database process got a call before it was ready');
  if (budget) {
    const { user, system } = process.cpuUsage();
    limits[0] = process.memoryUsage.rss() + budget.extraMegabytes * 1024 * 1024;
    limits[1] = user + system + budget.cpuSeconds * 1e6;
  }
  const result = await serve(call).then(
    (value): CallResult => ({ value }),
    (error: { message: string; code?: string }): CallResult => ({
      error: { message: error.message, code: error.code },
    }),
  );
  // Nothing that goes on after the answer is the next caller's doing.
  if (budget) limits.fill(Number.POSITIVE_INFINITY);
  send({
    kind: 'answer',
    id,
    result,
    extraMegabytes: (keptBytes() - readyBytes) / (1024 * 1024),
  });
}

/**
 * The heap, and the embedded database's memory, which never shrinks. Resident memory counts the engine's own code as
 * well. Any process gathers some 300 MB of it in its first hundred calls: judged by that, each new one was replaced
 * soon.
 */
function keptBytes(): number {
  // As `process.memoryUsage()` says it, which also asks the system for the resident memory: a twentieth of a plain call.
  const { total_heap_size, external_memory } = getHeapStatistics();
  return total_heap_size + external_memory;
}

async function run(
  call: DatabaseCall,
  database: Database,
  rest: (request: Request) => Promise<Response>,
  { secrets }: DatabaseSettings,
): Promise<unknown> {
  if (call.kind === 'sql') return database.query(call.text, call.params);
  if (call.kind === 'rest') return sentResponse(await rest(receivedRequest(call.request)));
  const [row] = await database.query<{ isThere: boolean }>('select true as "isThere"');
  const response = await rest(
    new Request('http://database/rest/v1/rpc/get_product_description', {
      method: 'POST',
      headers: { apikey: secrets.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(PROBE),
    }),
  );
  await response.arrayBuffer();
  if (row?.isThere && response.ok) return true;
  throw new Error(`The API answered ${response.status} to the probe`);
}

function receivedRequest({ url, method, headers, body }: SentRequest): Request {
  return new Request(url, { method, headers, body: body && new Uint8Array(body) });
}

async function sentResponse(response: Response): Promise<SentResponse> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function send(message: FromDatabase): void {
  process.send?.(message);
}
