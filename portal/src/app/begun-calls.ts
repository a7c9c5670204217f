import type { ApiClient, CallOptions } from '@corvane/shared/contracts/remote/host-services';
import { forgetWithSession } from './session-memory.ts';

/** The answer of an early call, pending or arrived, that the page has not used yet. */
interface BegunCall {
  answer: Promise<unknown>;
  begunAtMs: number;
}

type Call = [repId: string, name: string, args: Record<string, unknown>];

/** Older answers are not used: the cache would reload them too. */
const FRESH_MS = 30_000;

/** Keyed by representative, name and arguments. */
const begun = new Map<string, BegunCall>();
/** The page makes its own calls from now on. */
let isPageAsking = false;

/** Starts calls before the page's code has arrived. A failure is silent, because the page calls again. */
export function beginCall(api: ApiClient, ...call: Call): void {
  if (isPageAsking) return;
  const [, name, args] = call;
  const key = JSON.stringify(call);
  const answer = api.rpc(name, args);
  begun.set(key, { answer, begunAtMs: performance.now() });
  answer.catch(() => begun.delete(key));
}

/** The answer of a call. The first time it is the early answer, if there is one. */
export function callOrTakeBegun(api: ApiClient, call: Call, options: CallOptions): Promise<unknown> {
  isPageAsking = true;
  const key = JSON.stringify(call);
  const known = begun.get(key);
  begun.delete(key);
  if (known !== undefined && performance.now() - known.begunAtMs < FRESH_MS) return known.answer;
  const [, name, args] = call;
  return api.rpc(name, args, options);
}

/** Drops all answers. The next page may start early calls again. */
export function forgetBegunCalls(): void {
  begun.clear();
  isPageAsking = false;
}
forgetWithSession(forgetBegunCalls);
