import type { ErrorBody } from '../../../../shared/src/contracts/backend/errors.ts';
import { DatabaseError } from '../database/database-call.ts';
import { describeFailure, type Log } from '../log.ts';
import { MAX_BODY_BYTES, readJsonBody } from './read-json-body.ts';
import { RequestError } from './request-error.ts';

export interface EndpointResult {
  /** null for an empty answer: 204. */
  body: unknown;
  /** Further response headers, such as `Set-Cookie`. */
  headers?: Record<string, string>;
}

export interface EndpointContext {
  body: unknown;
  /** Sent with every answer, to find its log line. */
  correlationId: string;
}

export interface EndpointOptions {
  maxBodyBytes?: number;
  /** @throws RequestError */
  readBody?(request: Request, maxBodyBytes: number): Promise<unknown>;
}

const BASE_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };

function successResponse(result: EndpointResult, correlationId: string): Response {
  const headers = new Headers({ ...BASE_HEADERS, ...result.headers, 'x-correlation-id': correlationId });
  if (result.body !== null) return new Response(JSON.stringify(result.body), { headers });
  headers.delete('content-type');
  return new Response(null, { status: 204, headers });
}

function errorResponse(error: RequestError, correlationId: string): Response {
  const { fields, retryAfterSeconds, headers } = error.details;
  const body: ErrorBody = {
    error: { code: error.code, message: error.message, correlationId, fields, retryAfterSeconds },
  };
  return new Response(JSON.stringify(body), {
    status: error.status,
    headers: {
      ...BASE_HEADERS,
      ...headers,
      ...(retryAfterSeconds ? { 'retry-after': String(retryAfterSeconds) } : {}),
      'x-correlation-id': correlationId,
    },
  });
}

/** If the database could not be reached, the same call may succeed later. */
function ourFault(cause: unknown): RequestError {
  return cause instanceof DatabaseError && cause.isUnavailable
    ? new RequestError('unavailable', 'Please try again in a moment.', { cause, retryAfterSeconds: 5 })
    : new RequestError('internal', 'Something went wrong on our side.', { cause });
}

/**
 * The frame of every function: one POST of JSON in, or of what `readBody` reads, and JSON or nothing out. Every failure
 * becomes a typed error with a correlation id. Of a fault, only that id leaves the server.
 */
export async function jsonEndpoint(
  name: string,
  request: Request,
  deps: { log: Log },
  run: (context: EndpointContext) => Promise<EndpointResult>,
  { maxBodyBytes = MAX_BODY_BYTES, readBody = readJsonBody }: EndpointOptions = {},
): Promise<Response> {
  const correlationId = crypto.randomUUID();
  try {
    if (request.method !== 'POST') {
      throw new RequestError('method_not_allowed', 'Use POST.', { headers: { allow: 'POST' } });
    }
    const body = await readBody(request, maxBodyBytes);
    return successResponse(await run({ body, correlationId }), correlationId);
  } catch (thrown) {
    const error = thrown instanceof RequestError ? thrown : ourFault(thrown);
    deps.log({
      level: error.status >= 500 ? 'error' : 'info',
      event: 'request_failed',
      function: name,
      correlationId,
      code: error.code,
      ...(error.status >= 500 ? describeFailure(error.cause ?? error) : {}),
    });
    return errorResponse(error, correlationId);
  }
}
