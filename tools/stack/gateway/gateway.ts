import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { forwardToBackend, type GatewayBackend } from './forward-to-backend.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { answerText, serveSite } from './static-site.ts';

export interface GatewayOptions {
  port: number;
  /** Directory of the released site. */
  siteRoot: string;
  backend: GatewayBackend;
  /** Live version per application. */
  versions(): Promise<Readonly<Record<string, string>>>;
}

export interface Gateway {
  close(): Promise<void>;
}

/** The local edge: one origin for pages, API, functions and inbox, with the rules of nginx.conf. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const server = createServer((request, response) => {
    handle(options, request, response).catch((error: unknown) => {
      console.error('gateway:', error instanceof Error ? error.message : error);
      if (response.headersSent) response.destroy();
      else answerText(response, 500, 'Something went wrong');
    });
  });
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
  const pathname = (request.url ?? '/').split('?')[0] ?? '/';
  if (isBackendPath(pathname)) return forwardToBackend(options.backend, request, response);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  if (pathname === '/healthz') return answerHealth(options, response);
  return serveSite(options.siteRoot, request, response);
}

export function isBackendPath(pathname: string): boolean {
  return /^\/(rest\/v1|functions\/v1|_inbox)(\/|$)/.test(pathname);
}

async function answerHealth({ backend, versions }: GatewayOptions, response: ServerResponse): Promise<void> {
  const [healthy, live] = await Promise.all([
    backend.healthy().catch(() => false),
    versions().catch(() => null),
  ]);
  const ok = healthy && live !== null;
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response
    .writeHead(ok ? 200 : 503)
    .end(JSON.stringify({ status: ok ? 'ok' : 'failing', versions: live ?? {} }));
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, resolve);
  });
}
