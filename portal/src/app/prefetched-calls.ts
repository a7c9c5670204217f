import type { Api, ProcedureName, Sent } from '@corvane/shared/contracts/backend/ask';
import type { z } from '@corvane/shared/lib/zod';
import { noteServerTime } from '../lib/server-clock.ts';
import { forgetWithSession } from './session-memory.ts';

/** Older answers are dropped: the cache would reload them too. */
const FRESH_MS = 30_000;

interface EarlyCall {
  answer: Promise<unknown>;
  startedAtMs: number;
  /** Once the answer is there. */
  arrived?: { answer: unknown };
}

/** Answers, pending or arrived, that the page has not used yet. Keyed by name and arguments. */
const prefetched = new Map<string, EarlyCall>();
/** The page makes its own calls from now on. */
let isPageAsking = false;

/** Starts a call before the page's code has arrived. A failure is silent, because the page calls again. */
export function prefetchCall<Name extends ProcedureName>(api: Api, name: Name, args: Sent<Name>) {
  if (isPageAsking) return;
  const key = keyOf(name, args);
  const answer = api.rpc(name, args).then(noteServerTime);
  const call: EarlyCall = { answer, startedAtMs: performance.now() };
  prefetched.set(key, call);
  const drop = () => prefetched.get(key) === call && prefetched.delete(key);
  answer.then((answer) => {
    call.arrived = { answer };
  }, drop);
  setTimeout(drop, FRESH_MS);
}

/** Makes the calls of the page. Its first call takes the early answer, if there is one. */
export function takingPrefetched(api: Api): Api {
  return {
    ...api,
    rpc: (name, args, options) => take(name, args)?.answer ?? api.rpc(name, args, options),
  };
}

/** The answer to an early call, if it is there and valid: the page then draws no placeholder. Else the page asks. */
export function arrivedAnswer<Answer>(name: string, args: object, schema: z.ZodMiniType<Answer>) {
  const isHere = prefetched.get(keyOf(name, args))?.arrived !== undefined;
  return isHere ? schema.safeParse(take(name, args)?.arrived?.answer).data : undefined;
}

function take(name: string, args: object): EarlyCall | undefined {
  isPageAsking = true;
  const known = prefetched.get(keyOf(name, args));
  prefetched.delete(keyOf(name, args));
  return known !== undefined && performance.now() - known.startedAtMs < FRESH_MS ? known : undefined;
}

const keyOf = (name: string, args: object) => JSON.stringify([name, args]);

/** Drops all answers. The next page may start early calls again. */
export function forgetPrefetchedCalls(): void {
  prefetched.clear();
  isPageAsking = false;
}
forgetWithSession(forgetPrefetchedCalls);
