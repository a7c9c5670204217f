import { useEffect, useState } from 'react';
import { resendWaitSeconds } from './resend-wait.ts';

const TICK_MS = 250;

export interface SentCode {
  /** When the answer arrived, milliseconds since 1970 UTC by this machine's clock. */
  sentAtMs: number;
  /** As the server promised. */
  resendAfterSeconds: number;
}

/** Seconds until a code may be sent again. It counts down to 0. Use the code as the key of its component. */
export function useResendWait({ sentAtMs, resendAfterSeconds }: SentCode): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = resendWaitSeconds(sentAtMs, resendAfterSeconds, nowMs);
  const waiting = seconds > 0;

  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [waiting]);

  return seconds;
}
