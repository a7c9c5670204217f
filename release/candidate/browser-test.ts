import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { UserError } from '@corvane/tools/command/user-error';
import { BROWSER_ARGUMENTS, findQuickBrowser } from '@corvane/tools/machine/find-browser';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { REGISTRY_FILE, type SiteStore } from '../store/site-store.ts';
import { SourceMaps } from '../store/source-maps.ts';
import { type Candidate, serveCandidate } from './candidate-site.ts';
import { openCustomerLink } from './open-customer-link.ts';
import { PageActivity } from './page-activity.ts';
import { pageChanges } from './page-changes.ts';
import { PageProblems } from './page-problems.ts';
import { type RecordedAnswers, readRecordedAnswers } from './recorded-answers.ts';
import { CUSTOMER_COOKIE, standInBackend } from './stand-in-backend.ts';
import { Tabs } from './tabs.ts';
import { usePage } from './use-page.ts';

/** Longest wait for one page. A machine that also builds and tests takes many seconds. */
const PAGE_TIMEOUT_MS = 60_000;
/** Longest wait for a page on which something went wrong: it may never answer. */
const BROKEN_PAGE_TIMEOUT_MS = 5_000;
const PAGES_AT_ONCE = 4;

interface PageToVisit {
  path: string;
  isForReps: boolean;
}

/**
 * Opens every page of a candidate in a real browser before the candidate goes live. It opens each by its address and
 * from another page. Each page must hydrate, keep its prerendered heading, and log nothing to the console. Pages that
 * differ for signed-in people are also opened as a representative and as a customer. On pages for representatives,
 * each tab and button is pressed. A customer's link is opened and its dialog submitted. Recorded answers replace the
 * backend.
 * @throws UserError naming the page and its problem.
 */
export async function testInBrowser(store: SiteStore, candidate: Candidate): Promise<void> {
  const registry = JSON.parse(
    await readFile(path.join(candidate.pagesDir, REGISTRY_FILE), 'utf8'),
  ) as Registry;
  const site = await serveCandidate(store, candidate, standInBackend());
  const maps = new SourceMaps((app, version) => store.serverDir(app, version));
  // The bundle runs where this is not installed.
  const { chromium } = await import('@playwright/test');
  const browser = await chromium.launch({
    executablePath: findQuickBrowser(process.env),
    args: BROWSER_ARGUMENTS,
  });
  try {
    const waiting = pagesOf(registry);
    // One visitor, one representative and one customer, who fetch what pages share only once.
    const anonymous = await silentContext(browser);
    const rep = await silentContext(browser);
    const customer = await silentContext(browser);
    await storeSessions({ rep, customer }, site.url, readRecordedAnswers());
    const tabs = {
      anonymous: new Tabs(anonymous),
      representative: new Tabs(rep),
      customer: new Tabs(customer),
    };
    const publicPaths = pagesOf(registry)
      .filter(({ isForReps }) => !isForReps)
      .map((page) => page.path);
    const [linked] = publicPaths;
    const visitAll = async () => {
      for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
        const url = site.url + candidate.basename + page.path;
        const visitor = page.isForReps ? tabs.representative : tabs.anonymous;
        const seen = await visitor.use((tab) => visit(tab, url, maps, page.isForReps));
        if (seen.problem !== null) throw new UserError(`Not released: ${page.path} ${seen.problem}`);
        if (page.isForReps || !seen.differsSignedIn) continue;
        for (const who of ['representative', 'customer'] as const) {
          const signedIn = await tabs[who].use((tab) => visit(tab, url, maps, false));
          if (signedIn.problem !== null)
            throw new UserError(`Not released: ${page.path}, signed in as a ${who}, ${signedIn.problem}`);
        }
      }
    };
    const visits = Promise.all(Array.from({ length: PAGES_AT_ONCE }, visitAll));
    const openAsLink = async () => {
      if (linked === undefined) return;
      const context = await silentContext(browser);
      const url = site.url + candidate.basename + linked;
      const problem = await openCustomerLink(context, url, maps, PAGE_TIMEOUT_MS);
      // The error of a page says more than a missing dialog.
      await visits;
      if (problem !== null)
        throw new UserError(`Not released: ${linked}, opened by a customer's link, ${problem}`);
    };
    const goOn = async () => {
      const problem = await tabs.anonymous.use((tab) =>
        goFromPageToPage(tab, site.url + candidate.basename, publicPaths, maps),
      );
      await visits;
      if (problem !== null) throw new UserError(`Not released: ${problem}`);
    };
    await Promise.all([visits, openAsLink(), goOn()]);
  } finally {
    await browser.close();
    await site.close();
  }
}

/** Looking at a candidate is not a visit. The browser sends the privacy signal, so nothing is counted. */
async function silentContext(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  return context;
}

/** The slowest pages first. */
function pagesOf(registry: Registry): PageToVisit[] {
  return Object.values(registry.remotes)
    .flatMap((remote) => remote.routes)
    .map(({ path: pathname, access }) => ({ path: pathname, isForReps: access === 'rep' }))
    .sort((a, b) => Number(b.isForReps) - Number(a.isForReps));
}

interface Seen {
  /** null when nothing is wrong. */
  problem: string | null;
  /** It has parts for anonymous visitors alone. */
  differsSignedIn: boolean;
}

async function visit(page: Page, url: string, maps: SourceMaps, isUsed: boolean): Promise<Seen> {
  const failed = (problem: string): Seen => ({ problem, differsSignedIn: false });
  const problems = new PageProblems(page, maps);
  const activity = new PageActivity(page);
  const response = await page.goto(url, { timeout: PAGE_TIMEOUT_MS });
  if (response?.status() !== 200) return failed(`answers ${response?.status() ?? 'nothing'}`);
  const answers = (timeout: number) =>
    page.waitForFunction(isTakenOver, null, { timeout }).then(
      () => true,
      () => false,
    );
  const isAnswering = await Promise.race([
    answers(PAGE_TIMEOUT_MS),
    problems.first.then(() => answers(BROKEN_PAGE_TIMEOUT_MS)),
  ]);
  if (isAnswering) await activity.settle();
  const problem = await problems.describe();
  if (problem !== null) return failed(problem);
  if (!isAnswering) return failed(`did not answer within ${PAGE_TIMEOUT_MS / 1000} s`);
  const differsSignedIn = (await page.locator('#main [data-anonymous]').count()) > 0;
  if (!isUsed) return { problem, differsSignedIn };
  let inUse: string | null = null;
  await usePage(page, activity, async (step) => {
    const found = await problems.describe();
    if (found !== null) inUse = `after "${step}" ${found}`;
    return found !== null;
  });
  return { problem: inUse, differsSignedIn };
}

/**
 * Changes pages as links within the site do. A page that is opened by its address keeps its sections without behavior
 * as HTML. So their code runs only when a visitor comes from another page.
 * @returns null when nothing is wrong
 */
async function goFromPageToPage(
  page: Page,
  siteUrl: string,
  paths: readonly string[],
  maps: SourceMaps,
): Promise<string | null> {
  const problems = new PageProblems(page, maps);
  const activity = new PageActivity(page);
  for (const { from, targets } of pageChanges(paths)) {
    await page.goto(`${siteUrl}${from}`, { timeout: PAGE_TIMEOUT_MS });
    await page.waitForFunction(isTakenOver, null, { timeout: PAGE_TIMEOUT_MS }).catch(() => {});
    for (const to of targets) {
      await page.evaluate((url) => {
        history.pushState(null, '', url);
        dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, `${siteUrl}${to}`);
      await activity.settle();
      const problem = await problems.describe();
      if (problem !== null) return `${to}, opened from another page, ${problem}`;
    }
  }
  return null;
}

/** Runs in the page: React has hydrated the heading, or the section that keeps it as HTML. It is the only one. */
function isTakenOver(): boolean {
  const headings = [...document.querySelectorAll('h1')].map((h1) => h1.closest('[data-static]') ?? h1);
  return (
    headings.length === 1 &&
    headings.some((part) => Object.keys(part).some((key) => key.startsWith('__react')))
  );
}

async function storeSessions(
  { rep, customer }: Record<'rep' | 'customer', BrowserContext>,
  siteUrl: string,
  answers: RecordedAnswers,
): Promise<void> {
  const timestamp = Date.now();
  const { sessionId, actor } = sessionGrantSchema.parse(answers['renew-session']);
  const { actor: opener } = sessionGrantSchema.parse(answers['sign-in-customer']);
  if (actor.kind !== 'rep' || opener.kind !== 'customer') throw new Error('The answers are of other people');
  await store(rep, 'host:sales-session', { salesRepId: actor.rep.id, sessionId, timestamp });
  await store(customer, 'host:customer-session', { customerId: opener.customer.id, timestamp });
  await customer.addCookies([{ name: CUSTOMER_COOKIE, value: 'yes', url: siteUrl }]);
}

function store(context: BrowserContext, key: string, session: object): Promise<unknown> {
  return context.addInitScript(([name, value]) => localStorage.setItem(name, value), [
    key,
    JSON.stringify(session),
  ] as const);
}
