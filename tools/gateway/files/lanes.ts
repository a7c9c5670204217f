import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';

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
export function laneOf(request: IncomingMessage): Lane {
  const kept = /(?:^|;\s*)corvane_lane=([^;]*)/.exec(request.headers.cookie ?? '')?.[1]?.trim() ?? '';
  if (/^\d\d$/.test(kept)) return { name: kept, isKept: true };
  return { name: String(randomInt(100)).padStart(2, '0'), isKept: false };
}

/** While a canary runs, a visitor keeps the lane that answered. Otherwise nothing is kept. */
export function keepLane(siteRoot: string, lane: Lane, response: ServerResponse): void {
  if (lane.isKept || !existsSync(path.join(siteRoot, 'current/canary'))) return;
  response.setHeader(
    'Set-Cookie',
    `corvane_lane=${lane.name}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax`,
  );
}
