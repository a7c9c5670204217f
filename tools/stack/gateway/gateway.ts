import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { callerOf } from '../caller-of.ts';
import { addressOf, CallerSlots } from './caller-slots.ts';
import { answerApiError, answerPlainError } from './edge-errors.ts';
import { forwardToBackend, type GatewayBackend } from './forward-to-backend.ts';
import { GATEWAY_LIMITS, IDLE_SOCKET_MS, MAX_CONNECTIONS, REQUEST_TIMEOUT_MS } from './gateway-limits.ts';
import { answerAlive, answerHealth } from './health.ts';
import { runRequest } from './run-request.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { serveSite } from './static-site.ts';

export interface GatewayOptions {
  port: number;
  /** Directory of the released site. */
  siteRoot: string;
  backend: GatewayBackend;
  /** How long the backend may take; as `proxy_read_timeout` when not given. */
  backendTimeoutMs?: number;
}

export interface Gateway {
  close(): Promise<void>;
}

/** As `large_client_header_buffers` in nginx/limits.conf. */
const MAX_URL_LENGTH = 8 * 1024;

const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: GATEWAY_LIMITS.headerTimeoutMs,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: GATEWAY_LIMITS.keepAliveTimeoutMs,
  connectionsCheckingInterval: 1_000,
};

/** The local edge: one origin for pages, API, functions and inbox, with the rules of nginx.conf. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const slots = {
    requests: new CallerSlots(GATEWAY_LIMITS.requestsAtOnce),
    api: new CallerSlots(GATEWAY_LIMITS.apiRequestsAtOnce),
  };
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    runRequest(response, async () => {
      const isApi = isBackendPath(request.url?.split('?')[0] ?? '');
      const caller = callerOf(addressOf(request));
      for (const kind of isApi ? [slots.requests, slots.api] : [slots.requests]) {
        const giveBack = kind.take(caller);
        if (giveBack === null) return refuseFlood(isApi, response);
        response.once('close', giveBack);
      }
      await handle(options, request, response);
    });
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.setTimeout(IDLE_SOCKET_MS);
  server.on('clientError', refuseMalformed);
  await listen(server, options.port);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(
  options: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const pathname = decodePath(url);
  // The inbox is local only, and sends headers of its own.
  if (pathname !== null && /^\/_inbox(\/|$)/.test(pathname)) {
    return forwardToBackend(options.backend, request, response, options.backendTimeoutMs);
  }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (url.length > MAX_URL_LENGTH) return answerPlainError(response, 414);
  if (pathname === null) return answerPlainError(response, 400);
  if (isBackendPath(pathname)) {
    if (!isPlainApiPath(url)) return answerApiError(response, 404);
    return forwardToBackend(options.backend, request, response, options.backendTimeoutMs);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerPlainError(response, 405);
  if (pathname === '/healthz') return answerHealth(options.siteRoot, options.backend, response);
  if (pathname === '/livez') return answerAlive(response);
  return serveSite(options.siteRoot, pathname, request, response);
}

function refuseFlood(isApi: boolean, response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  // What is left of the request is not read.
  response.setHeader('Connection', 'close');
  (isApi ? answerApiError : answerPlainError)(response, 429);
}

export function isBackendPath(pathname: string): boolean {
  return /^\/(rest\/v1|functions\/v1|_inbox)(\/|$)/.test(pathname);
}

/** As a client of ours writes it. Dots and escapes could name one thing here and another at the backend. */
function isPlainApiPath(url: string): boolean {
  return /^\/(rest|functions)\/v1(\/[A-Za-z0-9_-]*)*(\?|$)/.test(url);
}

/** null for what is not a path of ours: undecodable, with a NUL, or leaving the site's directory. */
function decodePath(url: string): string | null {
  try {
    const pathname = decodeURIComponent(url.split(/[?#]/)[0] ?? '/').replace(/\/{2,}/g, '/');
    const clean = !pathname.includes('\0') && pathname.startsWith('/') && !pathname.split('/').includes('..');
    return clean ? pathname : null;
  } catch {
    return null;
  }
}

/** What the parser refuses has no response object; the answer is written by hand, with the headers of all others. */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const headers = Object.entries({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store', Connection: 'close' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${head}Content-Length: 0\r\n\r\n`);
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
}
