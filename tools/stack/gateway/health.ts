import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';

interface LiveState {
  status: string;
  versions: Readonly<Record<string, string>>;
  canary: unknown;
}

const NOTHING_LIVE: LiveState = { status: 'failing', versions: {}, canary: null };

/** What is live, as the release wrote it down; failing when nothing is, or when the backend does not answer. */
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
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(ok ? 200 : 503).end(JSON.stringify(ok ? live : { ...live, status: 'failing' }));
}
