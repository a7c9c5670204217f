import { errorBodySchema } from '@corvane/shared/contracts/backend/errors';
import { ApiError, type ApiErrorDetails, type ErrorCode } from '@corvane/shared/contracts/remote/api-error';
import type { CallOptions } from '@corvane/shared/contracts/remote/host-services';
import { FunctionsClient, FunctionsFetchError, FunctionsHttpError } from '@supabase/functions-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { type EarlyAnswer, fetchEarly } from './early-answer.ts';

export interface TransportOptions {
  apiUrl: string;
  publishableKey: string;
  /** The session's JWT, or null for an anonymous caller. */
  sessionToken(): Promise<string | null>;
  /** For the first call, if it is the same. */
  early?: EarlyAnswer | undefined;
}

const CORRELATION_ID_HEADER = 'X-Correlation-Id';

/** PostgreSQL ended the call for the sake of another one, or for its time. Nothing was written. */
const MAY_SUCCEED_LATER = ['40001', '40P01', '55P03', '57014'];

type RequiredCallOptions = CallOptions & { signal: AbortSignal };

/**
 * Calls Supabase with its own clients for procedures and functions. The package that contains both also brings
 * clients for accounts, files and live changes. Every signed-in visitor would wait for these 40 kB of script. It
 * loads only when a page first calls the backend.
 */
export class SupabaseTransport {
  readonly #procedures: PostgrestClient;
  readonly #functions: FunctionsClient;
  /** Correlation ids by the signal of their call. The client hides the headers of a procedure's answer. */
  readonly #correlationIds = new WeakMap<AbortSignal, string>();

  readonly #send: typeof fetch;

  constructor({ apiUrl, publishableKey, sessionToken, early }: TransportOptions) {
    this.#send = fetchEarly(early);
    // An anonymous caller of a procedure is who the key says. A function expects a session's token there, or nothing.
    const signed =
      (anonymousToken: string | null): typeof fetch =>
      async (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('apikey', publishableKey);
        const token = (await sessionToken()) ?? anonymousToken;
        if (token !== null) headers.set('Authorization', `Bearer ${token}`);
        return this.#fetch(input, { ...init, headers });
      };
    this.#procedures = new PostgrestClient(`${apiUrl}/rest/v1`, { fetch: signed(publishableKey) });
    // Keys of the older kind are tokens themselves.
    const isToken = !publishableKey.startsWith('sb_');
    this.#functions = new FunctionsClient(`${apiUrl}/functions/v1`, {
      customFetch: signed(isToken ? publishableKey : null),
    });
  }

  async rpc(name: string, args: Record<string, unknown>, { signal }: RequiredCallOptions): Promise<unknown> {
    const { data, error, status } = await this.#procedures.rpc(name, args).abortSignal(signal);
    if (error === null) return data;
    signal.throwIfAborted();
    throw errorOfBody(error, {
      // PostgREST has 500 for them, as for a fault of the procedure.
      status: MAY_SUCCEED_LATER.includes(error.code) ? 503 : status,
      message: error.message,
      correlationId: this.#correlationIds.get(signal) ?? null,
      cause: error,
    });
  }

  async invoke(name: string, body: unknown, { signal }: RequiredCallOptions): Promise<unknown> {
    const { data, error } = await this.#functions.invoke(name, {
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
    const response = await this.#send(input, init);
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
function codeOfStatus(status: number): ErrorCode {
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
