import type { Seen } from '../visitors/load.ts';

export interface FaultLimits {
  /**
   * Share of the calls of the API that may fail while people are served. It counts from before the fault until after
   * it.
   */
  failedCallsPercent: number;
  /** The longest that anybody may wait for a page or a call, answered or not. */
  longestMs: number;
}

/*
 * About three times what was measured on two busy processors. Where few calls are made, there is room for one or two.
 */

/** The processes of the functions start again one after the other. A call in that instant may fail. */
const FUNCTIONS_RESTART: FaultLimits = { failedCallsPercent: 4, longestMs: 4_000 };
/** A build takes the processors meanwhile. In production it runs on another machine. */
const RELEASE: FaultLimits = { failedCallsPercent: 2, longestMs: 6_000 };
/** Jobs alone need it. */
const NO_CALL: FaultLimits = { failedCallsPercent: 0, longestMs: 3_000 };

/**
 * What people may meet during each fault. Pages never fail, nothing acknowledged is lost, and sessions end only by
 * intention: those have no figures.
 */
export const FAULT_LIMITS: Readonly<Record<string, FaultLimits>> = {
  // Calls under way end with the machine. The next one goes to the other.
  'web-machine': { failedCallsPercent: 5, longestMs: 3_000 },
  // Calls fail while PostgreSQL starts, and PostgREST connects again.
  'database-restart': { failedCallsPercent: 30, longestMs: 5_000 },
  // Calls under way alone. A form whose mail was cut off waits for five seconds at the next press of its button.
  function: { failedCallsPercent: 10, longestMs: 8_000 },
  bucket: NO_CALL,
  // A reload ends idle connections.
  certificate: { failedCallsPercent: 5, longestMs: 3_000 },
  'rotate-jwt-secret': FUNCTIONS_RESTART,
  'take-jwt-key': FUNCTIONS_RESTART,
  'rotate-jwt-key': FUNCTIONS_RESTART,
  'rotate-secret-key': FUNCTIONS_RESTART,
  'rotate-publishable-key': RELEASE,
  'rotate-edge-secret': FUNCTIONS_RESTART,
  'rotate-smtp-password': FUNCTIONS_RESTART,
  'take-resend': FUNCTIONS_RESTART,
  'rotate-resend-key': FUNCTIONS_RESTART,
  // PostgREST is away while it starts, and prices with it. The whole rotation takes a second or two.
  'rotate-database-passwords': { failedCallsPercent: 45, longestMs: 3_000 },
  'rotate-bucket-credentials': NO_CALL,
  'rotate-signing-key': RELEASE,
  'rotate-backup-key': NO_CALL,
  // Each person who is signed out meets two refusals.
  'rotate-pepper': { failedCallsPercent: 10, longestMs: 4_000 },
  // Calls fail until the newest copy is restored.
  'database-lost': { failedCallsPercent: 80, longestMs: 10_000 },
  'archive-lost': NO_CALL,
  // Calls fail until the backend is set up again.
  'both-lost': { failedCallsPercent: 95, longestMs: 4_000 },
};

/** A line for each limit that was exceeded. */
export function overLimits(
  {
    calls,
    failedCalls,
    longestMs,
    longestOf,
  }: Pick<Seen, 'calls' | 'failedCalls' | 'longestMs' | 'longestOf'>,
  limits: FaultLimits | undefined,
): string[] {
  if (limits === undefined) return ['it has no limits: add them to FAULT_LIMITS'];
  if (calls === 0) return ['nobody called meanwhile, so nothing was shown'];
  const percent = (100 * failedCalls) / calls;
  return [
    ...(percent > limits.failedCallsPercent
      ? [
          `${failedCalls} of ${calls} calls failed (${percent.toFixed(1)} %), and at most ${limits.failedCallsPercent} % may`,
        ]
      : []),
    ...(longestMs > limits.longestMs
      ? [`${longestOf} waited ${longestMs} ms, and nobody may wait longer than ${limits.longestMs} ms`]
      : []),
  ];
}
