import type { Api, ProcedureName, Sent } from '@corvane/shared/contracts/backend/ask';
import { noteServerTime } from '../lib/server-clock.ts';
import { forgetWithSession } from './session-memory.ts';

/** Older answers are dropped: the cache would reload them too. */
const FRESH_MS = 30_000;

/** Answers, pending or arrived, that the page has not used yet. Keyed by name and arguments. */
const begun = new Map<string, { answer: Promise<unknown>; begunAtMs: number }>();
/** The page makes its own calls from now on. */
let isPageAsking = false;

/** Starts a call before the page's code has arrived. A failure is silent, because the page calls again. */
export function beginCall<Name extends ProcedureName>(api: Api, name: Name, args: Sent<Name>) {
  if (isPageAsking) return;
  const key = JSON.stringify([name, args]);
  const call = { answer: api.rpc(name, args).then(noteServerTime), begunAtMs: performance.now() };
  begun.set(key, call);
  const drop = () => begun.get(key) === call && begun.delete(key);
  call.answer.catch(drop);
  setTimeout(drop, FRESH_MS);
}

/** Makes the calls of the page. Its first call takes the early answer, if there is one. */
export function takingBegun(api: Api): Api {
  return {
    ...api,
    rpc: (name, args, options) => {
      isPageAsking = true;
      const key = JSON.stringify([name, args]);
      const known = begun.get(key);
      begun.delete(key);
      const isFresh = known !== undefined && performance.now() - known.begunAtMs < FRESH_MS;
      return isFresh ? known.answer : api.rpc(name, args, options);
    },
  };
}

/** Drops all answers. The next page may start early calls again. */
export function forgetBegunCalls(): void {
  begun.clear();
  isPageAsking = false;
}
forgetWithSession(forgetBegunCalls);
