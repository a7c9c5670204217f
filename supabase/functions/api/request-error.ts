import type { ErrorCode } from '../../../shared/src/contracts/remote/api-error.ts';

const STATUS: Record<Exclude<ErrorCode, 'network'>, number> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

interface RequestErrorDetails {
  /** Other than that of the code: 409 when what is stored does not allow it. */
  status?: 409;
  /** Maps a field path (dot-separated) to the message beside that field. */
  fields?: Record<string, string>;
  /** Whole seconds, at least 1. */
  retryAfterSeconds?: number;
  /** Further response headers, such as `Allow`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An answer other than success. Its message goes to the caller, so it contains nothing about other people. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: Exclude<ErrorCode, 'network'>;
  readonly status: number;
  readonly details: RequestErrorDetails;

  constructor(code: Exclude<ErrorCode, 'network'>, message: string, details: RequestErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.status = details.status ?? STATUS[code];
    this.details = details;
  }
}
