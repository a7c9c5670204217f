import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { unmapped } from '../../../supabase/functions/api/request/network-of.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { drain } from './drain.ts';
import { answerApiError, type EdgeErrorStatus } from './edge-errors.ts';
import { GATEWAY_LIMITS } from './gateway-limits.ts';

export interface GatewayBackend {
  /** The request's signal is aborted when the client leaves. */
  fetch(request: Request, client: { ip: string }): Promise<Response>;
  /** Whether the database answers a real query now. Never waits long. */
  healthy(): Promise<boolean>;
}

interface ForwardOptions {
  /** A larger body is a 413. */
  maxBodyBytes: number;
  /** Path and query to ask for. The default is those of the request. */
  path?: string;
  /** The headers for the backend. Default: those of the request. */
  headers?: Headers;
  /** Answers when the edge itself refuses or gets no answer. Default: as a caller of the API needs it. */
  refuse?: (status: EdgeErrorStatus) => void;
  /** Time limit for the backend. */
  timeoutMs?: number;
}

/** Functions send their own. To any other failed call the edge gives one. */
const CORRELATION_ID = 'X-Correlation-Id';

/** As `proxy_read_timeout` in nginx/upstream.conf. */
const TIMEOUT_MS = 30_000;

/**
 * Forwards a request to the backend and returns its answer unchanged. Only the headers that the edge sets on all
 * answers are different. No answer of the API is ever cached. A missing or late answer is a 502 or 504.
 */
export async function forwardToBackend(
  backend: GatewayBackend,
  request: IncomingMessage,
  response: ServerResponse,
  {
    maxBodyBytes,
    path = request.url ?? '/',
    headers,
    refuse = (status) => answerApiError(response, status),
    timeoutMs = TIMEOUT_MS,
  }: ForwardOptions,
): Promise<void> {
  const target = new URL(`http://${request.headers.host ?? 'localhost'}${path}`);
  // Read in two ways, a path such as `//_inbox/rest/v1/…` once came past the list of calls.
  if (target.pathname !== path.split('?')[0]) return refuse(404);
  const body = await readBody(request, maxBodyBytes);
  if (!Buffer.isBuffer(body)) {
    if (body.refusal === 413) await drain(request);
    response.setHeader('Connection', 'close');
    return refuse(body.refusal);
  }
  const client = new AbortController();
  response.once('close', () => client.abort());
  const signal = AbortSignal.timeout(timeoutMs);
  const asked = backend.fetch(
    new Request(target, {
      method: request.method ?? 'GET',
      headers: headers ?? headersOf(request),
      body:
        body.length > 0 && request.method !== 'GET' && request.method !== 'HEAD'
          ? new Uint8Array(body)
          : null,
      signal: client.signal,
      // A redirect is for the browser.
      redirect: 'manual',
    }),
    // An IPv4 caller of a dual-stack socket is still the same caller.
    { ip: unmapped(request.socket.remoteAddress ?? 'unknown') },
  );
  const answer = await Promise.race([asked, rejectWhen(signal)]).catch((error: unknown) => {
    console.error('gateway:', error instanceof Error ? error.message : error);
    return null;
  });
  if (answer === null) return refuse(signal.aborted ? 504 : 502);
  copyHeaders(answer, response);
  if (answer.status >= 400 && !response.hasHeader(CORRELATION_ID)) {
    const correlationId = randomUUID();
    response.setHeader(CORRELATION_ID, correlationId);
    console.error(`gateway: ${target.pathname} answered ${answer.status}, correlation id ${correlationId}`);
  }
  response.writeHead(answer.status);
  response.end(Buffer.from(await answer.arrayBuffer()));
}

function rejectWhen(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * The edge sets these itself and does not pass them on. No other site may read an answer (`access-control-`). The
 * backend must not decide whether the site uses TLS only.
 */
const HIDDEN = new Set(['cache-control', 'set-cookie', 'strict-transport-security']);

/** Keeps headers that the edge has already set: its security headers win over the backend's. */
function copyHeaders(answer: Response, response: ServerResponse): void {
  for (const [name, value] of answer.headers) {
    if (HIDDEN.has(name) || name.startsWith('access-control-') || response.hasHeader(name)) continue;
    response.setHeader(name, value);
  }
  const cookies = answer.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies);
  response.setHeader('X-Content-Type-Options', SECURITY_HEADERS['X-Content-Type-Options'] ?? '');
  response.setHeader('Cache-Control', 'no-store');
}

/**
 * The body, or the reason for its refusal. The rest of a refused body is not kept. @throws when the client leaves.
 */
async function readBody(
  request: IncomingMessage,
  maxBytes: number,
): Promise<Buffer | { refusal: 408 | 413 }> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return { refusal: 413 };
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    const stop = (refusal: 408 | 413) => {
      clearTimeout(timer);
      request.removeAllListeners('data').pause();
      resolve({ refusal });
    };
    const timer = setTimeout(stop, GATEWAY_LIMITS.bodyTimeoutMs, 408);
    request.on('data', (chunk: Buffer) => {
      timer.refresh();
      size += chunk.length;
      if (size > maxBytes) stop(413);
      else chunks.push(chunk);
    });
    request.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(chunks));
    });
    request.once('close', () => {
      clearTimeout(timer);
      if (!request.complete) reject(new Error('The client left before its request had arrived'));
    });
  });
}

/** Between two machines only, and the referrer: the address of a page may hold an access token. */
const KEPT_BACK = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'referer',
]);

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || KEPT_BACK.has(name)) continue;
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item);
  }
  return headers;
}
