/**
 * Whole seconds until another code may be sent. 0 when it may be sent now. If the clock was set back, the wait counts
 * as over: the server limits the rate anyway.
 */
export function resendWaitSeconds(sentAtMs: number, resendAfterSeconds: number, nowMs: number): number {
  const pauseMs = resendAfterSeconds * 1000;
  const leftMs = sentAtMs + pauseMs - nowMs;
  return leftMs <= 0 || leftMs > pauseMs ? 0 : Math.ceil(leftMs / 1000);
}
