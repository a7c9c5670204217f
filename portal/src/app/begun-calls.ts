import type { ApiClient, CallOptions } from '@corvane/shared/contracts/remote/host-services';

/** An answer on its way, or here, that nobody has taken. */
interface BegunCall {
  answer: Promise<unknown>;
  begunAtMs: number;
}

type Call = [repId: string, name: string, args: Record<string, unknown>];

/** An older answer is not taken: the cache would ask again, too. */
const FRESH_MS = 30_000;

/** By representative, name and arguments. */
const begun = new Map<string, BegunCall>();
/** The page asks by itself from now on. */
let isPageAsking = false;

/** Calls before the page's code has arrived. A failure is silent, because the page calls again. */
export function beginCall(api: ApiClient, ...call: Call): void {
  if (isPageAsking) return;
  const [, name, args] = call;
  const key = JSON.stringify(call);
  const answer = api.rpc(name, args);
  begun.set(key, { answer, begunAtMs: performance.now() });
  answer.catch(() => begun.delete(key));
}

/** The answer of a call: once of the one that was begun, otherwise of a new one. */
export function callOrTakeBegun(api: ApiClient, call: Call, options: CallOptions): Promise<unknown> {
  isPageAsking = true;
  const key = JSON.stringify(call);
  const known = begun.get(key);
  begun.delete(key);
  if (known !== undefined && performance.now() - known.begunAtMs < FRESH_MS) return known.answer;
  const [, name, args] = call;
  return api.rpc(name, args, options);
}

/** Drops all answers. The next page may begin again. */
export function forgetBegunCalls(): void {
  begun.clear();
  isPageAsking = false;
}
