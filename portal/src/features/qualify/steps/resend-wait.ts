import { CODE_RESEND_PAUSE_SECONDS } from '@corvane/shared/contracts/backend/terms';

const RESEND_AFTER_MS = CODE_RESEND_PAUSE_SECONDS * 1000;

/**
 * Whole seconds until another code may be asked for; 0 when it may be now. A clock that was set back counts as
 * waited long enough: the server limits the rate anyway.
 */
export function resendWaitSeconds(sentAtMs: number, nowMs: number): number {
  const leftMs = sentAtMs + RESEND_AFTER_MS - nowMs;
  return leftMs <= 0 || leftMs > RESEND_AFTER_MS ? 0 : Math.ceil(leftMs / 1000);
}
