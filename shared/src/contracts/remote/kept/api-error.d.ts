/**
 * What an error means to the caller. Screens choose the words; the code decides which words.
 * - `invalid_request`: the input does not have the agreed shape; `fields` says where.
 * - `unauthenticated`: no live session, or credentials that match nothing. Never says which part was wrong.
 * - `forbidden`: signed in, but not for this.
 * - `not_found`: no such thing, or not visible to the caller.
 * - `method_not_allowed`, `payload_too_large`, `unsupported_media_type`: the request itself cannot be taken.
 * - `rate_limited`: too many attempts; `retryAfterSeconds` says how long to wait.
 * - `unavailable`: the server cannot answer now; the same call may succeed later.
 * - `network`: no answer arrived (made by the client, never sent by a server).
 * - `internal`: a fault on our side; `correlationId` finds it in the log.
 */
export declare const ERROR_CODES: readonly ['invalid_request', 'unauthenticated', 'forbidden', 'not_found', 'method_not_allowed', 'payload_too_large', 'unsupported_media_type', 'rate_limited', 'unavailable', 'network', 'internal'];
export type ErrorCode = (typeof ERROR_CODES)[number];
export interface ApiErrorDetails {
    /** HTTP status; 0 when no answer arrived. */
    status?: number;
    correlationId?: string | null;
    /** Field path to the message to show beside it. */
    fields?: Record<string, string>;
    retryAfterSeconds?: number | null;
    cause?: unknown;
}
/**
 * Thrown by every `ApiClient` call that fails, whatever the transport. Applications are built apart, so tell it
 * by `name` (see `isApiError`), not by `instanceof`.
 */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly code: ErrorCode;
    readonly status: number;
    readonly correlationId: string | null;
    readonly fields: Readonly<Record<string, string>>;
    readonly retryAfterSeconds: number | null;
    constructor(code: ErrorCode, message: string, details?: ApiErrorDetails);
}
export declare function isApiError(error: unknown): error is ApiError;
