import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { backendPathOf, type CallName } from '@corvane/shared/contracts/backend/calls';

/** The part of a request that a fake backend recorded. */
export interface SeenRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** A call's body that consists of one of these words says how the fake backend behaves. */
type Behavior =
  /** Answers with its own status, and with headers that the edge sets itself. */
  | 'teapot'
  | 'own-400'
  | 'own-503'
  /** Fails with a correlation id, as functions do. */
  | 'own-id'
  /** Answers only after `SLOW_MS`. */
  | 'slow'
  /** Ends the connection without an answer. */
  | 'drop';

/** Longer than the edges under test wait. */
const SLOW_MS = 12_000;

const STATUSES: Partial<Record<Behavior, number>> = {
  teapot: 418,
  'own-400': 400,
  'own-503': 503,
  'own-id': 500,
};

export class FakeBackend {
  readonly seen: SeenRequest[] = [];

  seenOf(name: CallName): SeenRequest[] {
    return this.seen.filter(({ url }) => url === backendPathOf(name));
  }

  /** @throws the error of a fetch to a dead backend, for `drop`. */
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const seen: SeenRequest = {
      method: request.method,
      url: url.pathname + url.search,
      headers: Object.fromEntries(request.headers),
      body: await request.text(),
    };
    this.seen.push(seen);
    const behavior = seen.body as Behavior;
    if (behavior === 'drop') throw new TypeError('fetch failed');
    if (behavior === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
    return Response.json(seen, {
      status: STATUSES[behavior] ?? 200,
      headers: {
        ...(behavior === 'own-id' ? { 'X-Correlation-Id': 'of-the-function' } : {}),
        'Set-Cookie': 'a=1; HttpOnly',
        'Cache-Control': 'public, max-age=60',
        'X-Frame-Options': 'SAMEORIGIN',
        'Strict-Transport-Security': 'max-age=1',
        'Access-Control-Allow-Origin': '*',
      },
    });
  }
}

/** The fake backend on its own port, for an edge that proxies. */
export async function listenAsBackend(
  backend: FakeBackend,
): Promise<{ port: number; connections(): number; close(): void }> {
  let connections = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const asked = new Request(`http://localhost${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      body: body === '' ? null : body,
    });
    const answer = await backend.fetch(asked).catch(() => null);
    if (answer === null) return void request.socket.destroy();
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  return body;
}
