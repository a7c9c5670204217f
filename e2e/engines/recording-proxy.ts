import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { stack } from '../stack.ts';
import { problemRecorder } from './record-problems.ts';

const FIRST_SCRIPT = '/_engines/first.js';
const PROBLEMS = '/_engines/problems';

/** Sends synchronously, so reports during a navigation arrive too. */
const TELL = `(text) => {
  const request = new XMLHttpRequest();
  request.open('POST', '${PROBLEMS}', false);
  request.send(text);
}`;

export interface RecordingProxy {
  url: string;
  takeProblems(): string[];
  close(): void;
}

/**
 * An HTTP proxy through which one browser sees the site at the site's address. It inserts the problem recorder into
 * every page before other scripts, for a browser that cannot do this itself. It blocks requests to other sites.
 */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const problems: string[] = [];
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', stack.url);
    if (url.origin !== stack.url) {
      problems.push(`foreign: ${url}`);
      response.writeHead(403).end();
    } else if (url.pathname === FIRST_SCRIPT) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(problemRecorder(TELL));
    } else if (url.pathname === PROBLEMS) {
      problems.push(await text(request));
      response.writeHead(204).end();
    } else {
      forward(request, response, url);
    }
  });
  server.on('connect', (request, socket) => {
    problems.push(`foreign: ${request.url}`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeProblems: () => problems.splice(0),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(request: IncomingMessage, response: ServerResponse, url: URL): void {
  const headers = { ...request.headers };
  delete headers['proxy-connection'];
  // The proxy changes pages, so it requests them uncompressed.
  if (headers.accept?.includes('text/html')) delete headers['accept-encoding'];
  const upstream = http.request(url, { method: request.method, headers }, (answer) => {
    if (answer.headers['content-type']?.startsWith('text/html')) void sendPage(answer, response);
    else {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }
    answer.once('error', () => response.destroy());
  });
  upstream.once('error', () => response.destroy());
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}

async function sendPage(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const html = await text(answer).catch(() => null);
  if (html === null) return;
  const changed = html.replace(/<head[^>]*>/, `$&<script src="${FIRST_SCRIPT}"></script>`);
  const { 'content-length': _length, 'transfer-encoding': _encoding, ...headers } = answer.headers;
  response.writeHead(answer.statusCode ?? 502, headers).end(changed);
}
