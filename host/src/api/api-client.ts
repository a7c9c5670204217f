import { ApiError, isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient, CallOptions } from '@corvane/shared/contracts/remote/host-services';
import { loadBackendCode } from './load-backend-code.ts';
import type { SupabaseTransport, TransportOptions } from './supabase-transport.ts';

const DEFAULT_TIMEOUT_MS = 10_000;

interface ApiClientOptions extends TransportOptions {
  /** Called when the server refuses a call because its session is over. */
  onUnauthenticated?: () => void;
  /** Aborted when the session ends, with all its calls. The next session has another signal. */
  sessionSignal?: () => AbortSignal;
}

interface SentOptions extends CallOptions {
  sessionSignal?: AbortSignal | undefined;
}

/** The site's only API client. */
export function createApiClient({
  onUnauthenticated,
  sessionSignal,
  ...options
}: ApiClientOptions): ApiClient {
  let transport: SupabaseTransport | null = null;

  async function load(): Promise<SupabaseTransport> {
    const { SupabaseTransport } = await loadBackendCode();
    transport ??= new SupabaseTransport(options);
    return transport;
  }

  async function watched(
    name: string,
    call: CallOptions | undefined,
    send: (loaded: SupabaseTransport, signal: AbortSignal) => Promise<unknown>,
  ): Promise<unknown> {
    try {
      return await logged(name, { ...call, sessionSignal: sessionSignal?.() }, async (signal) =>
        send(await load(), signal),
      );
    } catch (error) {
      if (isApiError(error) && error.code === 'unauthenticated') onUnauthenticated?.();
      throw error;
    }
  }

  return {
    rpc: (name, args = {}, call) =>
      watched(name, call, (loaded, signal) => loaded.rpc(name, args, { signal })),
    invoke: (name, body, call) =>
      watched(name, call, (loaded, signal) => loaded.invoke(name, body, { signal })),
  };
}

/**
 * Every failed call leaves a line in the console. It names the call, the kind of failure and the id that finds the
 * server's line. It never contains the request or the answer, which may hold a credential or personal data. A call that
 * ended with its session did not fail.
 */
async function logged<T>(
  name: string,
  options: SentOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await withDeadline(options, call);
  } catch (error) {
    if (isApiError(error) && !options.sessionSignal?.aborted) {
      const { code, status, correlationId } = error;
      console.warn(`${name} failed: ${code}, status ${status}, correlation id ${correlationId ?? 'none'}`);
    }
    throw error;
  }
}

/**
 * Ends a call after its time-out, also while it still waits for its code or its token. A call aborted by its caller
 * rejects with the caller's reason.
 */
async function withDeadline<T>(
  { signal: callerSignal, sessionSignal, timeoutMs = DEFAULT_TIMEOUT_MS }: SentOptions,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
  const abort = () => controller.abort(callerSignal?.reason);
  callerSignal?.addEventListener('abort', abort, { once: true });
  const endSession = () => controller.abort(new ApiError('unauthenticated', 'The session has ended'));
  sessionSignal?.addEventListener('abort', endSession, { once: true });
  if (callerSignal?.aborted) abort();
  const timer = setTimeout(() => controller.abort(new Error('time-out')), timeoutMs);
  try {
    return await Promise.race([aborted, call(signal)]);
  } catch (error) {
    if (callerSignal?.aborted || isApiError(error)) throw error;
    const timedOut = signal.aborted;
    throw new ApiError(
      timedOut ? 'unavailable' : 'network',
      timedOut ? `No answer within ${timeoutMs} ms` : 'The server could not be reached',
      { cause: error },
    );
  } finally {
    clearTimeout(timer);
    callerSignal?.removeEventListener('abort', abort);
    sessionSignal?.removeEventListener('abort', endSession);
  }
}
