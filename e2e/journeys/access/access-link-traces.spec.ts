import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { test as base, expect, hydrated, idle, watchRequests } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { type RecordingEdge, startRecordingEdge } from '../../site/recording-edge.ts';
import { stack } from '../../stack.ts';

/** The token of the demonstration link. */
const TOKEN = stack.demoAccessToken;
const LINK = `/comparison?access=${TOKEN}`;

const test = base.extend<{ edge: RecordingEdge }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from its first parameter.
  edge: async ({}, use) => {
    const edge = await startRecordingEdge();
    await use(edge);
    await edge.close();
  },
});

/** A customer's browser: it shares no cookie and no storage with another. */
async function customerPage(browser: Browser, edge: RecordingEdge, options?: BrowserContextOptions) {
  const context = await browser.newContext({ baseURL: edge.url, ...options });
  const page = await context.newPage();
  watchRequests(page);
  return page;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Customer Access' });

/** The requests that contain the token in the address, a header or the body. */
function carriers({ requests }: RecordingEdge): string[] {
  return requests
    .filter((request) => JSON.stringify(request).includes(TOKEN))
    .map(({ method, url }) => `${method} ${url.split('?')[0]}`);
}

/** Referrers with more than the origin. The page of a link sends no referrer at all. */
function tellingReferrers({ url, requests }: RecordingEdge): string[] {
  return requests.flatMap(({ headers: { referer } }) =>
    referer === undefined || referer === `${url}/` ? [] : [referer],
  );
}

/** Addresses of all entries of the tab's history, as the browser stores them. */
async function historyOf(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

test('only the page request and the sign-in call contain the token of a link', async ({ browser, edge }) => {
  const page = await customerPage(browser, edge);
  await page.goto(LINK);
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel('Access token', { exact: true })).toHaveValue(TOKEN);
  await expect(page).toHaveURL('/comparison');
  expect(await historyOf(page)).toEqual(['about:blank', `${edge.url}/comparison`]);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(TOKEN);
  // What is left are functions, once the page below the dialog is hydrated. The token is gone.
  const kept = () =>
    page.evaluate(() =>
      Object.entries(window)
        .filter(([key, value]) => key.startsWith('host:') && typeof value !== 'function')
        .map(([key]) => key),
    );
  await expect.poll(kept).toEqual([]);

  await dialog.getByRole('button', { name: 'See prices' }).click();
  await expect(page.getByText('Demo Mode Activated')).toBeVisible();
  await expect(page).toHaveURL('/');
  // The browser sends its measurements when it leaves the page.
  await page.goto('/about');
  await hydrated(page);
  await expect.poll(() => edge.requests.some(({ url }) => url.endsWith('/record-site-events'))).toBe(true);

  expect(carriers(edge)).toEqual(['GET /comparison', 'POST /functions/v1/sign-in-customer']);
  expect(tellingReferrers(edge)).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toContain(TOKEN);
  expect((await historyOf(page)).join()).not.toContain(TOKEN);
});

test('without JavaScript a link leaks nothing, and the page explains what to do', async ({
  browser,
  edge,
}) => {
  const page = await customerPage(browser, edge, { javaScriptEnabled: false });
  await page.goto(LINK);
  // Playwright finds no text in a noscript element.
  const note = page.locator('noscript p').first();
  await expect(note).toBeVisible();
  await expect(note).toContainText('turn it on and open the link again');
  await page.getByRole('link', { name: 'Pricing', exact: true }).first().click();
  await expect(page).toHaveURL('/pricing');
  await page.waitForLoadState('load');
  expect(edge.requests.length).toBeGreaterThan(3);
  expect(carriers(edge)).toEqual(['GET /comparison']);
  expect(tellingReferrers(edge)).toEqual([]);
});

test(`a page whose scripts never arrive leaks nothing, and asks to open the link again${oneRunIn(3, 'scripts never arrive')}`, async ({
  browser,
  edge,
}) => {
  const page = await customerPage(browser, edge);
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(LINK);
  await expect(page).toHaveURL('/comparison');
  expect(await historyOf(page)).toEqual(['about:blank', `${edge.url}/comparison`]);
  const note = page.getByText('Please open the link from your sales representative again.');
  await expect(note).toBeVisible({ timeout: 30_000 });
  // After a reload, the page still knows that a link was opened.
  await page.reload();
  await expect(note).toBeVisible({ timeout: 30_000 });
  expect(carriers(edge)).toEqual(['GET /comparison']);
  expect(tellingReferrers(edge)).toEqual([]);

  await page.unroute('**/*.js');
  await page.reload();
  await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue('');
  await expect(note).toBeHidden();
});

test('a reload before the token is used says that the link must be opened again', async ({
  browser,
  edge,
}) => {
  const page = await customerPage(browser, edge);
  const lost = dialogOf(page).getByText('Please open the link again');
  await page.goto(LINK);
  await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue(TOKEN);
  await expect(lost).toBeHidden();
  await page.reload();
  await expect(lost).toBeVisible();
  await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue('');

  // Leave the page and return to the same history entry.
  await page.goto('/about');
  await hydrated(page);
  await page.goBack();
  await expect(page).toHaveURL('/comparison');
  await expect(lost).toBeVisible();

  // After closing the dialog, the message does not return.
  await expect(dialogOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await page.reload();
  await hydrated(page);
  // The code of a dialog would be fetched by now.
  await idle(page);
  await expect(dialogOf(page)).toHaveCount(0);

  await page.goto(LINK);
  await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue(TOKEN);
  expect(carriers(edge)).toEqual(['GET /comparison', 'GET /comparison']);
});

const ADDRESSES = [
  [`/comparison/?access=${TOKEN}`, '/comparison', ['GET /comparison/', 'GET /comparison']],
  [`/?access=${TOKEN}&utm_source=mail#plans`, '/?utm_source=mail#plans', ['GET /']],
  [`/pricing?plan=moonshot&access=${TOKEN}&access=other`, '/pricing?plan=moonshot', ['GET /pricing']],
] as const;

for (const [address, shown, documents] of sampleOf('addresses of a link', ADDRESSES, 3)) {
  test(`${address.replaceAll(TOKEN, '…')} opens the dialog and becomes ${shown}`, async ({
    browser,
    edge,
  }) => {
    const page = await customerPage(browser, edge);
    await page.goto(address);
    await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue(TOKEN);
    await expect(page).toHaveURL(shown);
    expect(await historyOf(page)).toEqual(['about:blank', edge.url + shown]);
    expect(carriers(edge)).toEqual(documents);
    expect(tellingReferrers(edge)).toEqual([]);
  });
}

test("a page's link preview never contains the token", async ({ page, request }) => {
  const html = await (await request.get(LINK)).text();
  expect(html).not.toContain(TOKEN);
  await page.goto(LINK);
  await expect(dialogOf(page).getByLabel('Access token', { exact: true })).toHaveValue(TOKEN);
  expect(await page.evaluate(() => document.head.outerHTML)).not.toContain(TOKEN);
});

test(`a request sent from the page of a link does not store its token${oneRunIn(3, 'request from a link')}`, async ({
  browser,
  edge,
}) => {
  const page = await customerPage(browser, edge);
  await page.route('**/*.js', (route) => route.abort());
  // Scripts start after the paint.
  const refused = page.waitForEvent('requestfailed', (request) => /\/index-.*\.js$/.test(request.url()));
  await page.goto(LINK);
  await refused;
  await page.unroute('**/*.js');
  // No script has hydrated the page, so this is a full page load, and the browser itself sends the referrer.
  await page.getByRole('banner').getByRole('link', { name: 'Book a Demo' }).click();
  await page.waitForURL('**/contact?source=demo');
  await hydrated(page);
  const company = `Traces ${randomUUID()}`;
  await fillContact(page, { name: 'Ada Lovelace', email: 'ada@lovelace.example', company });
  await takenTime(page);
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText(/thank you/i).first()).toBeVisible();
  const [row] = await requestsOf(company);
  expect(row?.referrer).toBe('');
  expect(carriers(edge)).toEqual(['GET /comparison']);
});
