import { open, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { answerPlainError } from '../requests/edge-errors.ts';
import { contentTypeOf } from './content-type.ts';

/** The path itself if a file exists. */
export async function findFile(file: string): Promise<string | null> {
  const stats = await stat(file).catch(() => null);
  return stats?.isFile() ? file : null;
}

/**
 * Answers with a file, or with the stored copy of it that the client's `Accept-Encoding` prefers. It is opened once: when a
 * release goes live meanwhile, the path leads to another file.
 */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  status: number,
  cacheControl: string,
): Promise<void> {
  const encoding = await negotiateEncoding(file, request.headers['accept-encoding'] ?? '');
  const stored = encoding === null ? file : file + encoding.suffix;
  await using opened = await open(stored);
  const stats = await opened.stat();
  const etag = `"${stats.mtimeMs.toString(36)}-${stats.size.toString(36)}"`;
  response.setHeader('Content-Type', contentTypeOf(file));
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('Vary', 'Accept-Encoding');
  response.setHeader('ETag', etag);
  if (encoding !== null) response.setHeader('Content-Encoding', encoding.name);
  if (status === 200 && !isAsWanted(request, etag, stats.mtimeMs)) {
    for (const name of ['ETag', 'Content-Encoding']) response.removeHeader(name);
    return answerPlainError(response, 412);
  }
  if (status === 200 && namesTag(request.headers['if-none-match'] ?? '', etag)) {
    response.removeHeader('Content-Type');
    response.writeHead(304).end();
    return;
  }
  response.writeHead(status, { 'Content-Length': stats.size });
  if (request.method === 'HEAD') response.end();
  else await pipeline(opened.createReadStream({ autoClose: false }), response);
}

/** Whether `If-None-Match` names a tag: in a list, marked as weak by a proxy, or by `*`. */
function namesTag(header: string, etag: string): boolean {
  const named = header.split(',').map((tag) => tag.trim().replace(/^W[/]/, ''));
  return named.includes(etag) || header.trim() === '*';
}

/** Whether the file has what the request says it must have, as nginx compares. */
function isAsWanted(request: IncomingMessage, etag: string, mtimeMs: number): boolean {
  const { 'if-match': tags, 'if-unmodified-since': time } = request.headers;
  const named = tags?.split(',').map((tag) => tag.trim());
  return (
    (time === undefined || Date.parse(time) >= Math.floor(mtimeMs / 1000) * 1000) &&
    (named === undefined || named.includes(etag) || tags?.trim() === '*')
  );
}

/** What nginx reads as a wish for a stored copy, after the name of its coding. */
const WANTED = String.raw` *(?:,|$|; *q=(?:1(?:\.0{0,3})?|0\.(?!0*(?:[ ,]|$))\d{1,3})(?:[ ,]|$))`;

async function negotiateEncoding(file: string, accepted: string) {
  const offers = [
    { name: 'br', suffix: '.br' },
    { name: 'gzip', suffix: '.gz' },
  ];
  for (const offer of offers) {
    const wanted = new RegExp(`(?:^|[ ,])${offer.name}${WANTED}`, 'i').test(accepted);
    if (wanted && (await findFile(file + offer.suffix)) !== null) return offer;
  }
  return null;
}
