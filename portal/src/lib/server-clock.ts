import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { useServerNow as useClockAhead } from '@corvane/shared/lib/ticking-clock';

/** How far the server's clock is ahead of this machine's, as the last answer showed it. Its way here is not counted. */
let aheadMs = 0;

/** Learns the server's time from an answer that arrives now. Many have it as `now`. */
export function noteServerTime<Answer>(answer: Answer): Answer {
  const { now } = (answer ?? {}) as { now?: unknown };
  if (typeof now === 'string') aheadMs = Date.parse(now) - Date.now();
  return answer;
}

/** The same calls. Their answers tell the time. */
export function learningTime(api: ApiClient): ApiClient {
  return {
    ...api,
    rpc: (...call) => api.rpc(...call).then(noteServerTime),
    invoke: (...call) => api.invoke(...call).then(noteServerTime),
  };
}

/** The server's time at this moment, milliseconds since 1970. */
export function serverNowMs(): number {
  return Date.now() + aheadMs;
}

/** The same, ticking each second. It is right even if this machine's clock is not. */
export function useServerNow(): number {
  return useClockAhead(aheadMs);
}
