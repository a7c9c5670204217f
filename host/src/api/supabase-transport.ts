import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { ApiError, type ApiErrorDetails, type ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { CallOptions } from '@corvane/shared/contracts/remote/host-services';
import {
  createClient,
  FunctionsFetchError,
  FunctionsHttpError,
  type SupabaseClient,
} from '@supabase/supabase-js';

export interface TransportOptions {
  apiUrl: string;
  publishableKey: string;
  /** The session's JWT, or null for an anonymous caller. */
  sessionToken(): Promise<string | null>;
}

const CORRELATION_ID_HEADER = 'X-Correlation-Id';

type RequiredCallOptions = CallOptions & { signal: AbortSignal };

/** Calls Supabase with its own client. It loads only when a page first calls the backend. */
export class SupabaseTransport {
  readonly #client: SupabaseClient;
  /** Correlation ids by the signal of their call. The client hides the headers of a procedure's answer. */
  readonly #correlationIds = new WeakMap<AbortSignal, string>();

  constructor(options: TransportOptions) {
    this.#client = createClient(options.apiUrl, options.publishableKey, {
      accessToken: options.sessionToken,
      global: { fetch: (input, init) => this.#fetch(input, init) },
    });
  }

  async rpc(name: string, args: Record<string, unknown>, { signal }: RequiredCallOptions): Promise<unknown> {
    const { data, error, status } = await this.#client.rpc(name, args).abortSignal(signal);
    if (error === null) return data;
    signal.throwIfAborted();
    throw errorOfBody(error, {
      status,
      message: error.message,
      correlationId: this.#correlationIds.get(signal) ?? null,
      cause: error,
    });
  }

  async invoke(name: string, body: unknown, { signal }: RequiredCallOptions): Promise<unknown> {
    const { data, error } = await this.#client.functions.invoke(name, {
      // Serialized here: the client would send a plain string as text.
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
      signal,
    });
    if (error === null) return data;
    signal.throwIfAborted();
    if (error instanceof FunctionsHttpError) throw await errorOfAnswer(error.context as Response);
    if (error instanceof FunctionsFetchError) {
      throw new ApiError('network', 'The server could not be reached', { cause: error });
    }
    throw new ApiError('unavailable', 'The server could not answer', { cause: error });
  }

  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    const correlationId = response.headers.get(CORRELATION_ID_HEADER);
    if (correlationId !== null && init?.signal) this.#correlationIds.set(init.signal, correlationId);
    return response;
  }
}

async function errorOfAnswer(response: Response): Promise<ApiError> {
  return errorOfBody(await response.json().catch(() => null), {
    status: response.status,
    message: `The server answered ${response.status}`,
    correlationId: response.headers.get(CORRELATION_ID_HEADER),
  });
}

interface Otherwise extends ApiErrorDetails {
  status: number;
  message: string;
}

/** The error in the body of a function or of the edge. Without one, the error that the status implies. */
function errorOfBody(body: unknown, { message, ...otherwise }: Otherwise): ApiError {
  const { data } = errorBodySchema.safeParse(body);
  if (data === undefined) return new ApiError(codeOfStatus(otherwise.status), message, otherwise);
  const { code, message: said, ...details } = data.error;
  return new ApiError(code, said, { ...otherwise, ...details });
}

/** For answers without our error code: from PostgREST, from the proxy, or none at all (status 0). */
export function codeOfStatus(status: number): ErrorCode {
  switch (status) {
    case 0:
      return 'network';
    case 401:
      return 'unauthenticated';
    case 403:
      return 'forbidden';
    case 404:
      return 'not_found';
    case 413:
      return 'payload_too_large';
    case 429:
      return 'rate_limited';
    case 502:
    case 503:
    case 504:
      return 'unavailable';
    default:
      return status >= 500 ? 'internal' : 'invalid_request';
  }
}
