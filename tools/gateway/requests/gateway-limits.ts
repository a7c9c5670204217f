/**
 * The local gateway's time limits. Each figure has the meaning of the nginx directive beside it, and a test compares the
 * two. Only nginx limits the calls of one caller (`limit_conn`, `limit_req`).
 */
export const GATEWAY_LIMITS = {
  /** `client_header_timeout`. */
  headerTimeoutMs: 15_000,
  /** `client_body_timeout`: between two parts of a body. */
  bodyTimeoutMs: 15_000,
  /** `keepalive_timeout`. */
  keepAliveTimeoutMs: 65_000,
} as const;

/** Time limit for a whole request, header and body. nginx has no such limit. */
export const REQUEST_TIMEOUT_MS = 120_000;
/** A connection on which nothing moves is closed. Longer than an answer of the backend may take. */
export const IDLE_SOCKET_MS = 70_000;
