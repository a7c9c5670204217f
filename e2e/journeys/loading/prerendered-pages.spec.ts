import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, hydrated, openSalesIdDialog, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { publicPages, SPECIFIED_PATHS } from '../../site/pages.ts';
import { stack } from '../../stack.ts';

const pages = await publicPages();
const PUBLIC_PAGES = pages.map(({ path }) => path);

test('every public route of the specification exists', () => {
  expect(PUBLIC_PAGES).toEqual(expect.arrayContaining([...SPECIFIED_PATHS]));
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page shows its text', async ({ page }) => {
    for (const path of PUBLIC_PAGES) {
      await test.step(path, async () => {
        const response = await page.goto(path);
        expect(response?.status()).toBe(200);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('banner')).toBeVisible();
        await expect(page.getByRole('contentinfo')).toBeVisible();
        expect(((await page.getByRole('main').textContent()) ?? '').length).toBeGreaterThan(300);
      });
    }
  });
});

test.describe('without JavaScript, each part that needs it says so', () => {
  test.use({ javaScriptEnabled: false });
  // Playwright finds no text in a noscript element itself.
  const notes = (page: Page, place: string) => page.locator(`${place} noscript p`);

  test("a customer's link", async ({ page }) => {
    await page.goto('/?access=some-token');
    await expect(notes(page, '#root').first()).toContainText('turn it on and open the link again');
  });

  test("the footer's sign-in buttons", async ({ page }) => {
    await page.goto('/');
    await expect(notes(page, 'footer').first()).toContainText('Signing in needs JavaScript');
  });

  test('the sales portal', async ({ page }) => {
    await page.goto('/sales-portal');
    await expect(notes(page, 'main').first()).toContainText('This page needs JavaScript');
    await expect(page.getByText('Loading the page')).toBeHidden();
  });
});

for (const path of sampleOf('hero', ['/', '/original', '/demo-mode'], 3)) {
  test(`the hero of ${path} shows both results and a quote`, async ({ page }) => {
    await page.goto(path);
    const hero = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { level: 1 }) });
    for (const words of ['42%', 'shorter sales cycle', '4x', 'more qualified leads']) {
      await expect(hero.getByText(words, { exact: true })).toBeVisible();
    }
    await expect(hero.getByRole('blockquote')).toBeVisible();
  });
}

test('every public page can be reached by links from the home page', async ({ request }) => {
  const reached = new Set(['/']);
  for (const path of reached) {
    const html = await (await request.get(stack.url + path)).text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"?#]*)/g)) reached.add(href);
  }
  // Search engines and visitors see one home page. These two pages have no links to them.
  const indexed = pages.filter(({ noIndex }) => !noIndex).map(({ path }) => path);
  expect(indexed.filter((path) => !reached.has(path))).toEqual([]);
});

test('each page for search engines has its own title and description', async ({ request }) => {
  const indexed = pages.filter(({ noIndex }) => !noIndex);
  const heads = await Promise.all(
    indexed.map(async ({ path }) => {
      const html = await (await request.get(stack.url + path)).text();
      return {
        title: /<title>(.*?)<\/title>/.exec(html)?.[1],
        description: /name="description" content="(.*?)"/.exec(html)?.[1],
      };
    }),
  );
  expect(new Set(heads.map((head) => head.title)).size).toBe(indexed.length);
  expect(new Set(heads.map((head) => head.description)).size).toBe(indexed.length);
});

for (const path of sampleOf('hydrated', PUBLIC_PAGES, 5)) {
  test(`${path} is hydrated: the prerendered heading stays the same node, even if the remote's code is late`, async ({
    page,
  }) => {
    const scripts = await HeldRequests.of(page, /\/remotes\/marketing\/.*\.js$/);
    await page.goto(path, { waitUntil: 'commit' });
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const prerendered = await heading.elementHandle();
    // The shell works before the page does.
    await openSalesIdDialog(page);
    await page.keyboard.press('Escape');
    await scripts.release();
    await hydrated(page);
    expect(await prerendered?.evaluate((node) => node.isConnected)).toBe(true);
  });
}

test.describe('an unknown path', () => {
  // The browser reports the 404 of the document itself.
  test.use({ allowProblems: /status of 404/ });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('an unknown path is a 404 with a link to the home page', async ({ page }) => {
      const response = await page.goto('/no/such/page');
      expect(response?.status()).toBe(404);
      await expect(page.getByText('Oops! Page not found')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    });
  });

  test('is a 404 whose page works, and the path is logged to the console', async ({ page }) => {
    const logged = page.waitForEvent('console', (message) => message.text().includes('/no/such/page'));
    const response = await page.goto('/no/such/page');
    expect(response?.status()).toBe(404);
    await logged;
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('404');
  });
});
