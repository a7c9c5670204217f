import type { Page, Route } from '@playwright/test';
import { expect, test } from '../browser.ts';

/** Delays every script until `release` is called. */
async function holdScripts(page: Page): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route(/\.js(\?.*)?$/, async (route) => {
    if (isHolding) held.push(route);
    else await route.continue();
  });
  return {
    async release() {
      isHolding = false;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}

test('a page is painted from its HTML alone: it waits for no stylesheet, font or script', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.resourceType()} ${request.url()}`));
  await holdScripts(page);
  await page.route(/\.woff2$/, () => {
    // The test never answers this request.
  });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeInViewport();
  expect(await heading.evaluate((h1) => Number.parseFloat(getComputedStyle(h1).fontSize))).toBeGreaterThan(
    32,
  );
  // Fonts are requested together with the scripts: after the paint.
  await expect.poll(() => requested.some((request) => request.startsWith('script '))).toBe(true);
  expect(requested.filter((request) => request.startsWith('stylesheet '))).toEqual([
    expect.stringMatching(/\/faces-[0-9a-f]+\.css$/),
  ]);
});

test('a button pressed before the scripts arrive works once they have arrived', async ({ page }) => {
  const scripts = await holdScripts(page);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('contentinfo').getByRole('button', { name: 'Partner Program' }).click();
  await scripts.release();
  await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeVisible();
});
