import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

interface LiveState {
  status: string;
  versions: Readonly<Record<string, string>>;
  canary: unknown;
}

const NOTHING_LIVE: LiveState = { status: 'failing', versions: {}, canary: null };

/** Says that this process serves requests, and nothing of the database: for what restarts it. */
export function answerAlive(response: ServerResponse): void {
  answerJson(response, 200, { status: 'alive' });
}

/**
 * Whether the whole site works now, for balancers and monitors. It checks that a release is live, as the release
 * recorded it, and that the database answers a real query. Failing when either is missing.
 */
export async function answerHealth(
  siteRoot: string,
  backend: { healthy(): Promise<boolean> },
  response: ServerResponse,
): Promise<void> {
  const [isHealthy, live] = await Promise.all([
    backend.healthy().catch(() => false),
    readFile(path.join(siteRoot, 'current/healthz.json'), 'utf8')
      .then((text) => JSON.parse(text) as LiveState)
      .catch(() => NOTHING_LIVE),
  ]);
  const ok = isHealthy && live !== NOTHING_LIVE;
  answerJson(response, ok ? 200 : 503, {
    ...live,
    status: ok ? live.status : 'failing',
    database: isHealthy ? 'answering' : 'not answering',
  });
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status).end(JSON.stringify(body));
}
