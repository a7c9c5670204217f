import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

const IMMUTABLE = 'public, max-age=31536000, immutable';
const REVALIDATE = 'no-cache';

/** Serves a released site from its directory with the routing and caching of nginx.conf. */
export async function serveSite(
  siteRoot: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answerText(response, 405, 'Method not allowed');
  }
  const pathname = decodePath(request.url ?? '/');
  if (pathname === null) return answerText(response, 400, 'Bad request');

  if (/^\/(assets|remotes)\//.test(pathname)) {
    const file = await findFile(path.join(siteRoot, pathname));
    if (file === null || /\.(br|gz)$/.test(pathname)) return answerText(response, 404, 'Not found');
    return sendFile(request, response, file, 200, IMMUTABLE);
  }
  if (pathname.length > 1 && pathname.endsWith('/')) {
    const query = (request.url ?? '').split('?')[1];
    response.setHeader('Location', pathname.replace(/\/+$/, '') + (query === undefined ? '' : `?${query}`));
    return answerText(response, 308, 'Moved');
  }
  const file = await findPage(path.join(siteRoot, 'current'), pathname);
  if (file !== null) return sendFile(request, response, file, 200, REVALIDATE);
  const notFound = await findFile(path.join(siteRoot, 'current/404.html'));
  if (notFound === null) return answerText(response, 404, 'Not found');
  return sendFile(request, response, notFound, 404, REVALIDATE);
}

/** null for what is not a path of ours: undecodable, with a NUL, or leaving the site's directory. */
function decodePath(url: string): string | null {
  try {
    const pathname = decodeURIComponent(url.split(/[?#]/)[0] ?? '/');
    const clean = !pathname.includes('\0') && pathname.startsWith('/') && !pathname.split('/').includes('..');
    return clean ? pathname : null;
  } catch {
    return null;
  }
}

/** Pages are asked for without `.html`; other files of a composition (registry.json) by their name. */
async function findPage(currentDir: string, pathname: string): Promise<string | null> {
  if (pathname === '/') return findFile(path.join(currentDir, 'index.html'));
  if (/\.(html|br|gz)$/.test(pathname) || pathname === '/404' || pathname === '/index') return null;
  const exact = await findFile(path.join(currentDir, pathname));
  return exact ?? findFile(path.join(currentDir, `${pathname}.html`));
}

async function findFile(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() ? file : null;
}

async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  status: number,
  cacheControl: string,
): Promise<void> {
  const encoding = await negotiateEncoding(file, request.headers['accept-encoding'] ?? '');
  const stored = encoding === null ? file : file + encoding.suffix;
  const stats = await stat(stored);
  const etag = `"${stats.mtimeMs.toString(36)}-${stats.size.toString(36)}"`;
  response.setHeader('Content-Type', CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream');
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', etag);
  if (encoding !== null) response.setHeader('Content-Encoding', encoding.name);
  if (status === 200 && request.headers['if-none-match'] === etag) {
    response.writeHead(304).end();
    return;
  }
  response.writeHead(status, { 'Content-Length': stats.size });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(stored), response);
}

async function negotiateEncoding(file: string, accepted: string) {
  const offers = [
    { name: 'br', suffix: '.br' },
    { name: 'gzip', suffix: '.gz' },
  ];
  for (const offer of offers) {
    const wanted = new RegExp(`(^|[\\s,])${offer.name}(?!\\s*;\\s*q=0(\\.0*)?(\\s|,|$))`).test(accepted);
    if (wanted && (await findFile(file + offer.suffix)) !== null) return offer;
  }
  return null;
}

export function answerText(response: ServerResponse, status: number, text: string): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status).end(`${text}\n`);
}
