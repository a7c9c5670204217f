/**
 * What an error means to the caller. The code decides the meaning, and each screen chooses its words.
 * - `invalid_request`: the input does not have the agreed shape. `fields` says where.
 * - `unauthenticated`: no live session, or wrong credentials. It never says which part was wrong.
 * - `forbidden`: signed in, but without this right.
 * - `not_found`: it does not exist, or the caller may not see it.
 * - `method_not_allowed`, `payload_too_large`, `unsupported_media_type`: the server cannot accept the request itself.
 * - `rate_limited`: too many attempts. `retryAfterSeconds` says how long to wait.
 * - `unavailable`: the server cannot answer now. The same call may succeed later.
 * - `network`: no answer arrived. The client makes this code. No server sends it.
 * - `internal`: a fault on our side. `correlationId` finds it in the log.
 */
export declare const ERROR_CODES: readonly ['invalid_request', 'unauthenticated', 'forbidden', 'not_found', 'method_not_allowed', 'payload_too_large', 'unsupported_media_type', 'rate_limited', 'unavailable', 'network', 'internal'];
export type ErrorCode = (typeof ERROR_CODES)[number];
export interface ApiErrorDetails {
    /** HTTP status. 0 when no answer arrived. */
    status?: number;
    correlationId?: string | null;
    /** Maps a field path to the message beside that field. */
    fields?: Record<string, string>;
    retryAfterSeconds?: number | null;
    cause?: unknown;
}
/**
 * Every failed `ApiClient` call throws it, over any transport. Applications are built separately, so recognize it by
 * `name` (see `isApiError`), not by `instanceof`.
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
