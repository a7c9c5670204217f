import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { brokenFiles, readFacts } from './health-files.ts';

/** Maximum number of broken files to list. */
const MAX_NAMED = 10;
/** As nginx/health.conf says it. */
const MEND = 'release list names the states; release restore <state> makes a complete one live';

/** Says only that this process serves requests, not whether the database works. For programs that restart it. */
export function answerAlive(response: ServerResponse): void {
  answerJson(response, 200, { status: 'alive' });
}

/**
 * Whether the whole site works now, for balancers and monitors. It checks that a release is live and that its pages
 * and entries can be read. It also checks that the database answers a real query. It fails when one of them is
 * missing.
 */
export async function answerHealth(
  siteRoot: string,
  backend: { healthy(): Promise<boolean> },
  response: ServerResponse,
): Promise<void> {
  const stateDir = path.join(siteRoot, 'current');
  const [isHealthy, facts, broken] = await Promise.all([
    backend.healthy().catch(() => false),
    readFacts(stateDir),
    brokenFiles(siteRoot, stateDir),
  ]);
  const isWhole = facts !== null && broken.length === 0;
  const ok = isHealthy && isWhole;
  answerJson(response, ok ? 200 : 503, {
    versions: {},
    canaries: [],
    ...facts,
    status: ok ? facts.status : 'failing',
    database: isHealthy ? 'answering' : 'not answering',
    ...(isWhole ? {} : { broken: broken.slice(0, MAX_NAMED), mend: MEND }),
  });
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.writeHead(status).end(JSON.stringify(body));
}
