import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { stack } from '../../stack.ts';
import type { RecordedDocument } from './record-document.ts';

export interface StatesServer {
  url: string;
  /** Serves a document to `showDocument`, until the next one. @returns its path */
  offer(recorded: RecordedDocument): string;
  close(): void;
}

/** What was recorded is at rest. Without its transitions, a browser paints it once. */
const AT_REST = '*, *::before, *::after { animation: none !important; transition: none !important }';
const EMPTY_PAGE = `<!doctype html><html lang="en"><head><style>${AT_REST}</style></head><body></body></html>`;

/**
 * Serves an empty page, what another browser showed, to put into that page, and the site's own files beside them. The
 * site's policy would refuse the styles in recorded HTML, so the page has none.
 */
export async function startStatesServer(): Promise<StatesServer> {
  let offered = 0;
  let json = '';
  const server = http.createServer((request, response) => {
    if (request.url === '/') {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(EMPTY_PAGE);
    } else if (request.url === pathOf(offered)) {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(json);
    } else {
      forward(request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    offer(recorded) {
      json = JSON.stringify(recorded);
      offered += 1;
      return pathOf(offered);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const pathOf = (offered: number) => `/_recorded/${offered}`;

function forward(request: http.IncomingMessage, response: http.ServerResponse): void {
  const { host: _host, ...headers } = request.headers;
  const upstream = http.request(new URL(request.url ?? '/', stack.url), { headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.once('error', () => response.destroy());
  upstream.end();
}
