import { useEffect, useState } from 'react';

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

/**
 * Whole seconds until another code may be sent. 0 when it may be sent now. If the clock was set back, the wait counts
 * as over: the server limits the rate anyway.
 */
export function resendWaitSeconds(sentAtMs: number, resendAfterSeconds: number, nowMs: number): number {
  const pauseMs = resendAfterSeconds * 1000;
  const leftMs = sentAtMs + pauseMs - nowMs;
  return leftMs <= 0 || leftMs > pauseMs ? 0 : Math.ceil(leftMs / 1000);
}
