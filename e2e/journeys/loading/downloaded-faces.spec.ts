import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, facesArrived, hydrated, test } from '../../browser.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { publicPages } from '../../site/pages.ts';

/** A layout shift that can be seen. Words that move within their line stay below it. */
const SEEN_SHIFT = 0.005;

/** Before the page loads: adds up its layout shifts, and adds rules that its own do not have. */
async function prepare(page: Page, css = ''): Promise<void> {
  await watchLayoutShifts(page);
  await page.addInitScript((rules) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets.push(sheet);
  }, css);
}

/** Opens a page. Resolves once it has decided about the downloaded faces, and has painted them. @returns their state */
async function open(page: Page, address: string): Promise<string | undefined> {
  await page.goto(address);
  await hydrated(page);
  await facesArrived(page);
  return page.evaluate(async () => {
    for (let count = 0; count < 3; count += 1) await new Promise((frame) => requestAnimationFrame(frame));
    return document.documentElement.dataset.faces;
  });
}

const shiftOf = async (page: Page) => (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0);

/** The faces that the heading is in, the first one first. */
const facesOf = (page: Page) =>
  page.getByRole('heading', { level: 1 }).evaluate((h1) => getComputedStyle(h1).fontFamily);

const DOWNLOADED = /^"Familjen Grotesk Variable"/;
const LOCAL = /^"Familjen Grotesk Fallback"/;

for (const viewport of [
  { width: 320, height: 740 },
  { width: 360, height: 800 },
  { width: 412, height: 823 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    test.describe.configure({ timeout: 600_000 });

    test('each page changes to the downloaded faces when they arrive, and nothing moves', async ({
      page,
    }) => {
      await prepare(page);
      for (const { path } of sampleOf(`fonts at ${viewport.width}`, await publicPages(), 5))
        await test.step(path, async () => {
          expect(await open(page, path)).toBeUndefined();
          expect(await shiftOf(page)).toBeLessThan(SEEN_SHIFT);
        });
    });
  });

test('where no line moves, text changes to the downloaded faces', async ({ page }) => {
  await prepare(page, '#root * { white-space: nowrap !important }');
  expect(await open(page, '/about')).toBeUndefined();
  expect(await facesOf(page)).toMatch(DOWNLOADED);
});

test('where a line would move, the next page has the downloaded faces', async ({ page }) => {
  await prepare(page, 'html[data-faces] h1 { letter-spacing: 0.5em }');
  expect(await open(page, '/about')).toBe('later');
  expect(await facesOf(page)).toMatch(LOCAL);
  expect(await shiftOf(page)).toBeLessThan(SEEN_SHIFT);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveTitle(/Contact/);
  await expect.poll(() => facesOf(page)).toMatch(DOWNLOADED);
});

test('a page whose fonts never arrive stays in the faces of the machine', async ({ page }) => {
  await page.route(/\.woff2$/, () => {
    // The test never answers this request.
  });
  await page.goto('/about');
  await hydrated(page);
  expect(await facesOf(page)).toMatch(LOCAL);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).first().click();
  await expect(page).toHaveTitle(/Contact/);
  expect(await facesOf(page)).toMatch(LOCAL);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('text is in the downloaded faces', async ({ page }) => {
    await page.goto('/about');
    expect(await facesOf(page)).toMatch(DOWNLOADED);
  });
});
