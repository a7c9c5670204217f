import { counted } from '@corvane/shared/lib/counted';
import { useEffect, useState } from 'react';

export const CODE_LENGTH = 6;

/** The digits of typed or pasted text, also wide, Arabic and Persian ones. @example codeDigits('123 456') // '123456' */
export function codeDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 15}`)
    .replace(/\D/g, '')
    .slice(0, CODE_LENGTH);
}

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

/**
 * When to try again, for the end of a sentence. Up to 90 of a unit, the smaller unit says it more exactly.
 * @param seconds whole and positive. Null if the answer did not say.
 * @example waitWords(240) // 'in 4 minutes'
 */
export function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a few minutes';
  if (seconds <= 90) return `in ${counted(seconds, 'second')}`;
  if (seconds <= 90 * 60) return `in ${counted(Math.ceil(seconds / 60), 'minute')}`;
  return `in ${counted(Math.ceil(seconds / 3600), 'hour')}`;
}
