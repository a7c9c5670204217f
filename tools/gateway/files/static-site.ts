import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { HISTORY_FILE } from '@corvane/shared/contracts/release-history';
import { answerPlainError, answerUnavailablePage } from '../requests/edge-errors.ts';
import { holdsAccessToken } from '../security-headers.ts';
import { findRedirect, namesRedirectLinks } from './find-redirect.ts';
import { findFile, sendFile } from './send-file.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves a released site from its directory with the routing and caching of nginx/site.conf. */
export async function serveSite(
  siteRoot: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (/^\/(assets|remotes)\//.test(pathname)) return servePublished(siteRoot, pathname, request, response);

  const isPreview = isPreviewPath(pathname);
  if (isPreview) {
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
  }
  // Only plain names: a decoded line break or backslash must not get into a header.
  const withoutSlash = /^((?:\/[A-Za-z0-9._~-]+)+)\/+$/.exec(pathname)?.[1];
  if (withoutSlash !== undefined) {
    const query = /\?.+/s.exec(request.url ?? '')?.[0] ?? '';
    response.writeHead(308, { Location: withoutSlash + query, 'Cache-Control': 'no-store' }).end();
    return;
  }

  const lane = laneOf(request);
  const link = path.join(siteRoot, 'current/lanes', lane.name);
  // Followed once, so an answer is of one release when another goes live meanwhile. Without a release there is none.
  const lanePages = await realpath(link).catch(() => link);
  const preview = /^\/_preview\/([a-z0-9]{32})(\/.*)?$/.exec(pathname);
  const pages = preview === null ? lanePages : path.join(siteRoot, 'previews', preview[1] ?? '');
  const below = preview === null ? pathname : (preview[2] ?? '/');
  const page =
    pathname === `/${HISTORY_FILE}`
      ? await findFile(path.join(siteRoot, 'current', HISTORY_FILE))
      : await findPage(pages, below);
  const moved = page === null ? await findRedirect(pages, below) : null;
  if (moved !== null) {
    const prefix = preview === null ? '' : `/_preview/${preview[1]}`;
    const query = /\?.+/s.exec(request.url ?? '')?.[0] ?? '';
    // Not remembered: a rollback brings the page back.
    response.writeHead(301, { Location: prefix + moved + query, 'Cache-Control': 'no-store' }).end();
    return;
  }
  const file =
    page ??
    (await findFile(path.join(pages, '404.html'))) ??
    (await findFile(path.join(lanePages, '404.html')));
  // Not even a not-found page: nothing was released.
  if (file === null) return answerUnavailablePage(response, 503);
  if (!isPreview && file.endsWith('.html')) keepLane(siteRoot, lane, response);
  const cacheControl = cacheControlOf(request, isPreview ? 'private, no-cache' : 'no-cache');
  return sendFile(request, response, file, page === null ? 404 : 200, cacheControl);
}

function cacheControlOf(request: IncomingMessage, usual: string): string {
  return holdsAccessToken(request.url ?? '') ? 'no-store' : usual;
}

function isPreviewPath(pathname: string): boolean {
  return /^\/_preview(\/|$)/.test(pathname);
}

/** A missing build is a plain 404, never a page. */
async function servePublished(
  siteRoot: string,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const file = /(\.br|\.gz|\.map|\/)$/.test(pathname) ? null : await findFile(path.join(siteRoot, pathname));
  if (file === null) return answerPlainError(response, 404);
  return sendFile(request, response, file, 200, cacheControlOf(request, IMMUTABLE));
}

/** Pages are requested without `.html`, other files of a composition (registry.json) by their name. */
async function findPage(pages: string, pathname: string): Promise<string | null> {
  if (pathname === '/') return findFile(path.join(pages, 'index.html'));
  if (/\.(html|br|gz)$/.test(pathname) || pathname === '/404' || pathname === '/index') return null;
  if (namesRedirectLinks(pathname)) return null;
  const exact = await findFile(path.join(pages, pathname));
  return exact ?? findFile(path.join(pages, `${pathname}.html`));
}

/** One of the hundred lanes that visitors are spread over. The same as in nginx/lanes.conf. */
interface Lane {
  /** `00` to `99`. */
  name: string;
  /** Whether the visitor brought it in a cookie. */
  isKept: boolean;
}

/**
 * The lane of a visitor's cookie, else a random one. Only two digits count, because the name becomes part of a
 * path.
 */
function laneOf(request: IncomingMessage): Lane {
  const kept = /(?:^|;\s*)corvane_lane=([^;]*)/.exec(request.headers.cookie ?? '')?.[1]?.trim() ?? '';
  if (/^\d\d$/.test(kept)) return { name: kept, isKept: true };
  return { name: String(randomInt(100)).padStart(2, '0'), isKept: false };
}

/** While a canary runs, a visitor keeps the lane that answered. Otherwise nothing is kept. */
function keepLane(siteRoot: string, lane: Lane, response: ServerResponse): void {
  if (lane.isKept || !existsSync(path.join(siteRoot, 'current/canary'))) return;
  response.setHeader(
    'Set-Cookie',
    `corvane_lane=${lane.name}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );
}
