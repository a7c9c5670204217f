import type { Page } from '@playwright/test';
import { expect, hydrated, idle, sectionsHydrated, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';

test.use({ viewport: { width: 1280, height: 800 } });

const STATS = 'section[aria-labelledby=stats-title]';

/** Names of the marketing files that the page asks for, without their hash. */
function askedFor(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/remotes\/marketing\/[^/]+\/([a-z-]+)-[\w-]{8}\.js/.exec(request.url())?.[1];
    if (name !== undefined) names.push(name);
  });
  return names;
}

const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in window);

test('the first page loads no code of sections without behavior, and the next page does', async ({
  page,
}) => {
  const names = askedFor(page);
  await page.goto('/');
  await sectionsHydrated(page);
  await idle(page);
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => name.endsWith('-sections'))).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[data-static="/pricing#closing"] h2')).toBeAttached();
  expect(names).toContain('pricing-sections');
});

test('a link in such a section opens its page in the tab, also after the way back', async ({ page }) => {
  const names = askedFor(page);
  await page.goto('/');
  await hydrated(page);
  await markDocument(page);
  const link = page.locator('[data-static] a[href="/comparison"], [data-static] a[href="/features"]').first();
  const href = await link.getAttribute('href');
  const title = await page.title();
  for (let visit = 0; visit < 2; visit += 1) {
    await link.click();
    await expect(page).toHaveURL(new RegExp(`${href}(#|$)`));
    await expect(page.locator(STATS)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect(page.locator(`${STATS} h2`)).not.toBeEmpty();
    await expect(page.locator('[data-static="/#hero"] h1')).not.toBeEmpty();
  }
  expect(await isSameDocument(page)).toBe(true);
  expect(names).not.toContain('home-sections');
});

test('a page whose every section is such a section works, and so does the way from it', async ({ page }) => {
  await page.goto('/about');
  await hydrated(page);
  await markDocument(page);
  await page.locator('[data-static="/about#closing"] a').click();
  await expect(page).toHaveURL(/\/contact/);
  await expect(page.getByLabel(/^Full Name/)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
});

test(`a link in such a section fetches its page when the pointer comes${oneRunIn(2, 'section fetches')}`, async ({
  page,
}) => {
  const names = askedFor(page);
  await page.goto('/about');
  await hydrated(page);
  await page.locator('[data-static="/about#closing"] a').hover();
  await expect.poll(() => names).toEqual(expect.arrayContaining(['contact-page', 'contact-sections']));
});

test(`a click with Ctrl leaves the link to the browser${oneRunIn(2, 'ctrl click')}`, async ({
  page,
  context,
}) => {
  await page.goto('/about');
  await hydrated(page);
  const opened = context.waitForEvent('page');
  await page.locator('[data-static="/about#closing"] a').click({ modifiers: ['ControlOrMeta'] });
  await expect.poll(async () => new URL((await opened).url()).pathname).toBe('/contact');
  await expect(page).toHaveURL(/\/about$/);
});

test.describe('with a session that the server does not know', () => {
  test.use({ allowProblems: /401 \(Unauthorized\)/ });

  test(`signing in and out leaves the sections as they are${oneRunIn(2, 'sections stay')}`, async ({
    page,
  }) => {
    await page.goto('/');
    await hydrated(page);
    const before = await page.locator('[data-static="/#hero"]').innerHTML();
    const refused = page.waitForResponse('**/functions/v1/renew-session');
    // Another tab signs a person in: every section hears of the session.
    await page.evaluate(() => {
      const session = JSON.stringify({ salesRepId: 'nobody', sessionId: 'none', timestamp: Date.now() });
      localStorage.setItem('host:sales-session', session);
      dispatchEvent(new StorageEvent('storage', { key: 'host:sales-session', newValue: session }));
      localStorage.removeItem('host:sales-session');
      dispatchEvent(new StorageEvent('storage', { key: 'host:sales-session', newValue: null }));
    });
    await refused;
    expect(await page.locator('[data-static="/#hero"]').innerHTML()).toBe(before);
  });
});
