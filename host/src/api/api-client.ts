import { ApiError, isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient, CallOptions } from '@corvane/shared/contracts/remote/host-services';
import { loadBackendCode } from './load-backend-code.ts';
import type { SupabaseTransport, TransportOptions } from './supabase-transport.ts';

/** Longer than a procedure or a function may take: what is given up here was not done. */
const TIMEOUTS_MS = { rpc: 10_000, invoke: 25_000 };

interface ApiClientOptions extends TransportOptions {
  /** Called when the server refuses a call because its session is over. */
  onUnauthenticated?: () => void;
  /** Aborted when the session ends, with all its calls. The next session has another signal. */
  sessionSignal?: () => AbortSignal;
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

  /**
   * Ends a call after its time-out, also while it still waits for its code or its token. A call aborted by its caller
   * rejects with the caller's reason.
   *
   * Every failed call leaves a line in the console. It names the call, the kind of failure and the id that finds the
   * server's line. It never contains the request or the answer, which may hold a credential or personal data. A call
   * that ended with its session did not fail.
   */
  async function send(
    kind: 'rpc' | 'invoke',
    name: string,
    { signal: ofCaller, timeoutMs = TIMEOUTS_MS[kind], outlivesSession }: CallOptions = {},
    body: unknown,
  ): Promise<unknown> {
    const ofSession = outlivesSession ? undefined : sessionSignal?.();
    const controller = new AbortController();
    const { signal } = controller;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.onabort = () => reject(signal.reason);
    });
    // Not AbortSignal.any: browsers that start the site have not all got it.
    const others = [ofCaller, ofSession];
    const abort = () => controller.abort(others.find((other) => other?.aborted)?.reason);
    for (const other of others) other?.addEventListener('abort', abort);
    if (ofCaller?.aborted) abort();
    const timer = setTimeout(() => controller.abort(), timeoutMs);
    try {
      const asked = load().then((loaded) => {
        signal.throwIfAborted();
        return loaded[kind](name, body as Record<string, unknown>, { signal });
      });
      return await Promise.race([aborted, asked]);
    } catch (cause) {
      if (ofCaller?.aborted) throw cause;
      const timedOut = signal.aborted;
      const error = isApiError(cause)
        ? cause
        : new ApiError(
            timedOut ? 'unavailable' : 'network',
            timedOut ? `No answer within ${timeoutMs} ms` : 'The server could not be reached',
            { cause },
          );
      const { code, status, correlationId } = error;
      if (!ofSession?.aborted)
        console.warn(`${name} failed: ${code}, status ${status}, correlation id ${correlationId ?? 'none'}`);
      if (code === 'unauthenticated') onUnauthenticated?.();
      throw error;
    } finally {
      clearTimeout(timer);
      for (const other of others) other?.removeEventListener('abort', abort);
    }
  }

  return {
    rpc: (name, args = {}, call) => send('rpc', name, call, args),
    invoke: (name, body, call) => send('invoke', name, call, body),
  };
}

/**
 * The client for a page of one session. React may draw a part of that page after the session has ended. What such a part
 * asks is not sent: the server would refuse it, and the browser would log the refusal as an error.
 */
export function clientOfSession({ rpc, invoke }: ApiClient, isOver: () => boolean): ApiClient {
  const unlessOver =
    <Args extends unknown[]>(call: (...args: Args) => Promise<unknown>) =>
    async (...args: Args) => {
      if (isOver()) throw new ApiError('unauthenticated', 'unauthenticated');
      return call(...args);
    };
  return { rpc: unlessOver(rpc), invoke: unlessOver(invoke) };
}
