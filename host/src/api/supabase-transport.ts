import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { ApiError, type ErrorCode } from '@corvane/shared/contracts/remote/api-error';
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

type RequiredCallOptions = CallOptions & { signal: AbortSignal };

/** Calls Supabase with its own client. It loads only when a page first calls the backend. */
export class SupabaseTransport {
  readonly #client: SupabaseClient;

  constructor(options: TransportOptions) {
    this.#client = createClient(options.apiUrl, options.publishableKey, {
      accessToken: options.sessionToken,
    });
  }

  async rpc(name: string, args: Record<string, unknown>, { signal }: RequiredCallOptions): Promise<unknown> {
    const { data, error, status } = await this.#client.rpc(name, args).abortSignal(signal);
    if (error === null) return data;
    signal.throwIfAborted();
    throw new ApiError(codeOfStatus(status), error.message, { status, cause: error });
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
}

async function errorOfAnswer(response: Response): Promise<ApiError> {
  const body = errorBodySchema.safeParse(await response.json().catch(() => null));
  if (!body.success) {
    return new ApiError(codeOfStatus(response.status), `The server answered ${response.status}`, {
      status: response.status,
      correlationId: response.headers.get('X-Correlation-Id'),
    });
  }
  const { code, message, ...details } = body.data.error;
  return new ApiError(code, message, { status: response.status, ...details });
}

/** For answers without a code of ours: from PostgREST, from the proxy, or none at all (status 0). */
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
