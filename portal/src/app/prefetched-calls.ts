import type { Api, ProcedureName, Sent } from '@corvane/shared/contracts/backend/ask';
import { noteServerTime } from '../lib/server-clock.ts';
import { forgetWithSession } from './session-memory.ts';

/** Older answers are dropped: the cache would reload them too. */
const FRESH_MS = 30_000;

/** Answers, pending or arrived, that the page has not used yet. Keyed by name and arguments. */
const prefetched = new Map<string, { answer: Promise<unknown>; startedAtMs: number }>();
/** The page makes its own calls from now on. */
let isPageAsking = false;

/** Starts a call before the page's code has arrived. A failure is silent, because the page calls again. */
export function prefetchCall<Name extends ProcedureName>(api: Api, name: Name, args: Sent<Name>) {
  if (isPageAsking) return;
  const key = JSON.stringify([name, args]);
  const call = { answer: api.rpc(name, args).then(noteServerTime), startedAtMs: performance.now() };
  prefetched.set(key, call);
  const drop = () => prefetched.get(key) === call && prefetched.delete(key);
  call.answer.catch(drop);
  setTimeout(drop, FRESH_MS);
}

/** Makes the calls of the page. Its first call takes the early answer, if there is one. */
export function takingPrefetched(api: Api): Api {
  return {
    ...api,
    rpc: (name, args, options) => {
      isPageAsking = true;
      const key = JSON.stringify([name, args]);
      const known = prefetched.get(key);
      prefetched.delete(key);
      const isFresh = known !== undefined && performance.now() - known.startedAtMs < FRESH_MS;
      return isFresh ? known.answer : api.rpc(name, args, options);
    },
  };
}

/** Drops all answers. The next page may start early calls again. */
export function forgetPrefetchedCalls(): void {
  prefetched.clear();
  isPageAsking = false;
}
forgetWithSession(forgetPrefetchedCalls);
