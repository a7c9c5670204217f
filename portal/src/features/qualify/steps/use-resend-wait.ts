import { useEffect, useState } from 'react';
import { resendWaitSeconds } from './resend-wait.ts';

const TICK_MS = 250;

/** Seconds left before a code may be sent again; counts down by itself and stops ticking at 0. Key its component by the code. */
export function useResendWait(sentAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = resendWaitSeconds(sentAtMs, nowMs);
  const waiting = seconds > 0;

  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  return seconds;
}
