import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';
import { BY_TEST } from './faults/api-faults.ts';
import { layOutWholePage } from './looks/axe.ts';
import { stack } from './stack.ts';

interface Watched {
  /** Errors that a journey causes on purpose. null for none. */
  allowProblems: RegExp | null;
  /** The problems on the page so far. */
  problems: string[];
}

/**
 * Every journey also checks that the page logs no error and sends no request to another origin. Hydration errors and
 * violations of the content security policy count as errors. An error of the server itself is never allowed.
 */
export const test = base.extend<Watched>({
  allowProblems: [null, { option: true }],
  problems: [
    async ({ page, allowProblems }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
      page.on('request', (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith('http') && origin !== stack.url) problems.push(`foreign: ${request.url()}`);
      });
      watchRequests(page);
      const serverErrors: string[] = [];
      page.on('response', (response) => {
        const isByTest = Object.keys(BY_TEST).every((header) => header in response.headers());
        if (response.status() >= 500 && !isByTest && response.url().startsWith(stack.url))
          serverErrors.push(`${response.status()} ${response.url()}`);
      });
      await use(problems);
      expect(problems.filter((problem) => !allowProblems?.test(problem))).toEqual([]);
      expect(serverErrors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Sends a sales ID, by default the demo one, in the footer's dialog. */
export async function sendSalesId(page: Page, salesId = stack.demoSalesId): Promise<Locator> {
  const dialog = await openSalesIdDialog(page);
  await dialog.getByLabel('Sales ID', { exact: true }).fill(salesId);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  return dialog;
}

/** The same, and sees that it leads to the portal. */
export async function signInAsRep(page: Page, salesId?: string): Promise<void> {
  const dialog = await sendSalesId(page, salesId);
  await expect(page.getByText('Authentication Successful')).toBeVisible();
  await expect(dialog).toBeHidden();
  // Not by the site's own origin: a development server shows the portal too.
  await expect(page).toHaveURL(({ pathname }) => pathname === '/sales-portal');
}

/** The same, and back to the public page, which shows prices then. */
export async function signInAndReturn(page: Page): Promise<void> {
  await signInAsRep(page);
  await page.goBack();
}

/** Presses the way home in the portal's bar. */
export async function leavePortal(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /, home$/ })
    .click();
}

/** Signs in without a page. @returns the storage of a signed-in page, and the representative's name */
export async function storedSession(page: Page, salesId: string): Promise<{ name: string; stored: string }> {
  const answer = await page.request.post('/functions/v1/sign-in-rep', { data: { salesId } });
  const { sessionId, actor } = sessionGrantSchema.parse(await answer.json());
  if (actor.kind !== 'rep') throw new Error("This sales ID is not a representative's");
  const stored = JSON.stringify({ salesRepId: actor.rep.id, sessionId, timestamp: Date.now() });
  return { name: actor.rep.name, stored };
}

/** The label in the header for the visitor's access. On phones it is in the menu. */
export function accessLabel(page: Page, label: 'Demo Mode' | 'Premium Access') {
  return page.getByRole('banner').getByText(label).filter({ visible: true });
}

/** Resolves once React has hydrated an element. From then on the element responds. */
export async function answering(element: Locator): Promise<void> {
  const isTakenOver = (node: Element) => Object.keys(node).some((key) => key.startsWith('__react'));
  await expect.poll(() => element.evaluate(isTakenOver)).toBe(true);
}

/**
 * Resolves once the page itself responds, not only the shell around it. React knows the heading, or the section that keeps
 * it as HTML.
 */
export function hydrated(page: Page): Promise<void> {
  return answering(page.locator('[data-static]:has(h1), h1').first());
}

/** Resolves once every section of a public page responds. React hydrates one after the other. */
export async function sectionsHydrated(page: Page): Promise<void> {
  for (const section of await page.locator('#main > [data-app] > *').all()) await answering(section);
}

/** The requests of pages that are not answered yet. */
const underWay = new WeakMap<Page, Set<Request>>();

/** Lets `idle` know what a page asks for from now on. A journey's own page is watched already. */
export function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    // Nothing waits for a beacon.
    if (request.resourceType() !== 'ping') requests.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => requests.delete(request));
}

/** Resolves once everything that the page has asked for so far has come. */
export async function settled(page: Page): Promise<void> {
  await expect.poll(() => underWay.get(page)?.size, { intervals: [20, 100] }).toBe(0);
}

/**
 * Resolves once the page has done what it puts off until it is idle. All that it asked for has come. It asks for
 * nothing more by itself.
 */
export async function idle(page: Page): Promise<void> {
  // What comes may ask for more.
  for (let time = 0; time < 2; time += 1) {
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          requestIdleCallback(() => requestIdleCallback(() => done()));
        }),
    );
    await settled(page);
  }
}

/** Resolves once the page's fonts have arrived, and text has changed its face or waits for another page. */
export async function facesArrived(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.faces !== 'local');
}

/** Lays out the whole page, as it is after scrolling through it. Estimated heights would mislead axe and pictures. */
export async function layOutAll(page: Page): Promise<void> {
  await page.evaluate(layOutWholePage);
}

/** Opens the sales ID dialog from the footer. */
export async function openSalesIdDialog(page: Page): Promise<Locator> {
  const opener = page.getByRole('button', { name: 'Partner Program' });
  await answering(opener);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Partner Program' });
  await expect(dialog).toBeVisible();
  return dialog;
}

export { expect };
