import type { SessionGrant } from '@corvane/shared/contracts/backend/auth';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { UserError } from '../../command/user-error.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import type { SiteStore } from '../store/site-store.ts';
import { serveCandidate } from './candidate-site.ts';

/** Longest wait for one page. A machine that also builds and tests takes many seconds. */
const PAGE_TIMEOUT_MS = 60_000;
const PAGES_AT_ONCE = 4;

interface PageToVisit {
  path: string;
  isForReps: boolean;
}

/**
 * Opens every page of a composition in a real browser before it goes live. Each page must hydrate, keep its
 * prerendered heading, and log nothing to the console. Pages for representatives are opened with a session from a
 * stand-in for the backend, which answers all other calls with 503.
 * @throws UserError naming the page and its problem.
 */
export async function testInBrowser(store: SiteStore, compositionId: string): Promise<void> {
  const registry = await store.registry(compositionId);
  const site = await serveCandidate(store, compositionId, standInBackend);
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    args: BROWSER_ARGUMENTS,
  });
  try {
    const waiting = pagesOf(registry);
    // One visitor and one representative, who fetch what pages share only once.
    const anonymous = await browser.newContext({ reducedMotion: 'reduce' });
    const rep = await browser.newContext({ reducedMotion: 'reduce' });
    await storeSession(rep);
    await Promise.all(
      Array.from({ length: PAGES_AT_ONCE }, async () => {
        for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
          const problem = await visit(page.isForReps ? rep : anonymous, site.url + page.path);
          if (problem !== null) throw new UserError(`Not released: ${page.path} ${problem}`);
        }
      }),
    );
  } finally {
    await browser.close();
    await site.close();
  }
}

function pagesOf(registry: Registry): PageToVisit[] {
  return Object.values(registry.remotes)
    .flatMap((remote) => remote.routes)
    .map(({ path, access }) => ({ path, isForReps: access === 'rep' }));
}

/** null when nothing is wrong. */
async function visit(context: BrowserContext, url: string): Promise<string | null> {
  const page = await context.newPage();
  try {
    const problems = watch(page);
    const response = await page.goto(url, { timeout: PAGE_TIMEOUT_MS });
    if (response?.status() !== 200) return `answers ${response?.status() ?? 'nothing'}`;
    const isAnswering = await page.waitForFunction(isTakenOver, null, { timeout: PAGE_TIMEOUT_MS }).then(
      () => true,
      () => false,
    );
    if (await page.getByTestId('host:remote-error').count()) return 'shows that it could not be loaded';
    if (await page.getByTestId('host:static-page').count())
      return 'can be read, but its code could not be loaded';
    if (problems.length > 0) return problems.join('; ');
    return isAnswering ? null : `did not answer within ${PAGE_TIMEOUT_MS / 1000} s`;
  } finally {
    await page.close();
  }
}

/** Runs in the page: React has taken the heading over, and it is the only one. */
function isTakenOver(): boolean {
  const headings = [...document.querySelectorAll('h1')];
  return (
    headings.length === 1 && headings.some((h1) => Object.keys(h1).some((key) => key.startsWith('__react')))
  );
}

/** Collects the page's errors. The missing backend is not an error of the page. */
function watch(page: Page): string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`throws "${error.message}"`));
  page.on('console', (message) => {
    const isBackend = /\/(rest|functions)\/v1\//.test(message.location().url);
    if (message.type() === 'error' && !isBackend) problems.push(`logs "${message.text()}"`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    if (reason !== 'net::ERR_ABORTED')
      problems.push(`cannot load ${new URL(request.url()).pathname} (${reason})`);
  });
  return problems;
}

const REP = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Release test',
  email: 'release-test@corvane.example',
};
const SESSION_ID = '00000000-0000-4000-8000-000000000002';

async function storeSession(context: BrowserContext): Promise<void> {
  const stored = { salesRepId: REP.id, sessionId: SESSION_ID, timestamp: Date.now() };
  await context.addInitScript(
    (session) => localStorage.setItem('host:sales-session', session),
    JSON.stringify(stored),
  );
}

async function standInBackend(request: Request): Promise<Response> {
  if (!request.url.endsWith('/functions/v1/renew-session')) {
    return Response.json({ code: 'unavailable', message: 'No backend' }, { status: 503 });
  }
  const hour = new Date(Date.now() + 3_600_000).toISOString();
  const grant: SessionGrant = {
    sessionToken: 'release-test',
    expiresAt: hour,
    sessionId: SESSION_ID,
    sessionExpiresAt: hour,
    actor: { kind: 'rep', rep: REP },
  };
  return Response.json(grant);
}
