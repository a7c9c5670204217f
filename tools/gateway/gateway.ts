import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { unescape as decode } from 'node:querystring';
import type { Duplex } from 'node:stream';
import { openServer } from '../process/open-server.ts';
import { answerAlive, answerHealth } from './files/health.ts';
import { serveSite } from './files/static-site.ts';
import { allowedHosts, isForAllowedHost } from './requests/allowed-hosts.ts';
import { isApiPath, routeApiCall } from './requests/api-route.ts';
import { answerPlainError } from './requests/edge-errors.ts';
import { forwardToBackend, type GatewayBackend } from './requests/forward-to-backend.ts';
import { GATEWAY_LIMITS, IDLE_SOCKET_MS, REQUEST_TIMEOUT_MS } from './requests/gateway-limits.ts';
import { runRequest } from './requests/run-request.ts';
import { holdsAccessToken, SECURITY_HEADERS } from './security-headers.ts';

interface GatewayPort {
  /** 0 for any free one. */
  port: number;
  /** The address to listen on. Only programs of this machine reach the loopback address. */
  listenAddress?: string;
}

interface GatewaySite {
  /** Origin of the site: its host is answered beside the names of this machine. */
  siteUrl?: string;
  /** Directory of the released site. */
  siteRoot: string;
  backend: GatewayBackend;
  /** Time limit for the backend. Default: the same as `proxy_read_timeout`. */
  backendTimeoutMs?: number;
}

interface Gateway {
  port: number;
  close(): Promise<void>;
}

export interface OpenGateway extends Gateway {
  /** Requests wait for it. */
  serve(site: GatewaySite): void;
}

/** As `large_client_header_buffers` in nginx/limits.conf. */
const MAX_URL_LENGTH = 8 * 1024;
/** The inbox serves pages, and is emptied by a call without a body. */
export const MAX_INBOX_BODY_BYTES = 1024;

const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: GATEWAY_LIMITS.headerTimeoutMs,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: GATEWAY_LIMITS.keepAliveTimeoutMs,
  connectionsCheckingInterval: 1_000,
};

export const LOOPBACK = '127.0.0.1';

/** The local edge: one origin for pages, API, functions and inbox, with the rules of nginx.conf. */
export async function startGateway(options: GatewayPort & GatewaySite): Promise<Gateway> {
  const gateway = await openGateway(options);
  gateway.serve(options);
  return gateway;
}

/** Takes the port of a gateway whose site is not ready. @throws UserError when the port cannot be used. */
export async function openGateway({
  port: wanted,
  listenAddress = LOOPBACK,
}: GatewayPort): Promise<OpenGateway> {
  const { server, port, serve, close } = await openServer(wanted, listenAddress, SERVER_OPTIONS);
  server.setTimeout(IDLE_SOCKET_MS);
  server.on('clientError', refuseMalformed);
  return {
    port,
    close,
    serve(site) {
      const hosts = allowedHosts(port, site.siteUrl ?? `http://localhost:${port}`);
      serve((request, response) => {
        runRequest(response, () => handle(site, hosts, request, response));
      });
    },
  };
}

async function handle(
  site: GatewaySite,
  hosts: ReadonlySet<string>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = request.url ?? '/';
  const pathname = decodePath(url);
  const isKnownHost = isForAllowedHost(request, hosts);
  // The inbox is local only, and sends its own headers.
  if (isKnownHost && pathname !== null && isInboxPath(pathname) && url.split('?')[0] === pathname) {
    return forwardToBackend(site.backend, request, response, { maxBodyBytes: MAX_INBOX_BODY_BYTES });
  }
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (holdsAccessToken(url)) response.setHeader('Referrer-Policy', 'no-referrer');
  if (url.length > MAX_URL_LENGTH) return answerPlainError(response, 414);
  if (pathname === null) return answerPlainError(response, 400);
  // A load balancer asks by address.
  if (!isKnownHost && pathname !== '/healthz' && pathname !== '/livez')
    return answerPlainError(response, 400);
  if (isApiPath(pathname)) return routeApiCall(site.backend, request, response, site.backendTimeoutMs);
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerPlainError(response, 405);
  if (pathname === '/livez') return answerAlive(response);
  if (pathname === '/healthz') return answerHealth(site.siteRoot, site.backend, response);
  return serveSite(site.siteRoot, pathname, request, response);
}

export function isInboxPath(pathname: string): boolean {
  return /^\/_inbox(\/|$)/.test(pathname);
}

/**
 * The path as nginx reads it: decoded, and without dots and repeated slashes. null for an invalid one: with a `%` before no
 * number, with a NUL, or leaving the site's directory.
 */
function decodePath(url: string): string | null {
  const encoded = url.split(/[?#]/)[0] ?? '/';
  if (/%(?![\da-f]{2})/i.test(encoded)) return null;
  // Bytes that are no text are the name of no file.
  const decoded = decode(encoded);
  if (decoded.includes('\0') || !decoded.startsWith('/')) return null;
  // Dots at the end name a folder, as a slash does.
  const below = path.posix.normalize(`.${decoded.replace(/\/\.{1,2}$/, '$&/')}`);
  return /^\.\.(\/|$)/.test(below) ? null : path.posix.join('/', below);
}

/**
 * A request that the parser refuses has no response object. So the answer is written by hand, with the usual
 * headers.
 */
function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const headers = Object.entries({ ...SECURITY_HEADERS, 'Cache-Control': 'no-store', Connection: 'close' });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\n${head}Content-Length: 0\r\n\r\n`);
}
