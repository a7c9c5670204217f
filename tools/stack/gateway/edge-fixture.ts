import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { precompress } from '../../release/publish.ts';

const FILLER = '<p>Enough text for compression to be worth it.</p>'.repeat(20);

/** A small released site on disk, laid out as `SiteStore` describes. */
export async function makeFixtureSite(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'corvane-edge-'));
  const pages = path.join(root, 'pages/one');
  const assets = path.join(root, 'assets/host/v1');
  await mkdir(path.join(pages, 'services'), { recursive: true });
  await mkdir(assets, { recursive: true });
  const documents = {
    'index.html': 'home',
    'pricing.html': 'pricing',
    'services/pixel-package.html': 'pixel',
    '404.html': 'not found page',
  };
  for (const [file, text] of Object.entries(documents)) {
    await writeFile(path.join(pages, file), `<h1>${text}</h1>${FILLER}`);
  }
  await writeFile(path.join(pages, 'registry.json'), JSON.stringify({ compositionId: 'one' }));
  await writeFile(
    path.join(pages, 'healthz.json'),
    JSON.stringify({ status: 'ok', versions: { host: 'v1' } }),
  );
  await writeFile(path.join(assets, 'app.js'), `export const text = '${FILLER}';`);
  await writeFile(path.join(assets, 'face.woff2'), 'font');
  await precompress(pages, Object.keys(documents));
  await precompress(assets, ['app.js']);
  await symlink('pages/one', path.join(root, 'current'));
  return root;
}

/** What a fake backend saw of a request. */
export interface SeenRequest {
  method: string;
  url: string;
  forwardedFor: string | null;
  body: string;
}

/** Answers every request with what it saw of it, a cookie, and 418 for `/functions/v1/teapot`. */
export async function answerWithSeen(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const seen: SeenRequest = {
    method: request.method,
    url: url.pathname + url.search,
    forwardedFor: request.headers.get('x-forwarded-for'),
    body: await request.text(),
  };
  return Response.json(seen, {
    status: url.pathname.endsWith('/teapot') ? 418 : 200,
    headers: { 'Set-Cookie': 'a=1; HttpOnly' },
  });
}

/** The fake backend on a port of its own, for an edge that proxies. */
export async function startFakeBackend(): Promise<{ origin: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = await answerWithSeen(
      new Request(`http://localhost${request.url}`, {
        method: request.method ?? 'GET',
        headers: { 'x-forwarded-for': String(request.headers['x-forwarded-for'] ?? '') },
        body: body === '' ? null : body,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
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
