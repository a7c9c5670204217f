import type { Locator, Page } from '@playwright/test';
import { accessLabel, expect, test } from '../../browser.ts';
import { expectAccessible, openPortal } from '../../portal/portal.ts';
import { health } from '../../site/releases.ts';

const badge = (page: Page) => page.getByRole('complementary', { name: 'Served by' });

/** The label that is drawn in the first part of an application. */
const labelOf = (page: Page, app: string) =>
  page
    .locator(`[data-app=${app}]`)
    .first()
    .evaluate((part) => getComputedStyle(part, '::before').content);

async function isCovered(element: Locator, cover: Locator): Promise<boolean> {
  const [below, above] = [await element.boundingBox(), await cover.boundingBox()];
  return below === null || above === null || below.y + below.height > above.y;
}

test('a representative sees which application and version serves each part, on every page, until Escape', async ({
  page,
}) => {
  const code: string[] = [];
  page.on('request', (request) => {
    if (/served-parts/.test(request.url())) code.push(request.url());
  });
  const { versions } = await health();
  await openPortal(page);
  expect(code).toEqual([]);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page
    .getByLabel('Show on every page which application and version serves each part', { exact: true })
    .check();
  await expect(badge(page)).toContainText(`portal ${versions.portal}`);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(badge(page)).toBeVisible();
  expect(await labelOf(page, 'portal')).toContain(`portal ${versions.portal}`);
  await expectAccessible(page);

  await page.goto('/pricing');
  await expect(badge(page)).toContainText(`marketing ${versions.marketing}`);
  expect(await labelOf(page, 'host')).toContain(`host ${versions.host}`);
  expect(await labelOf(page, 'marketing')).toContain(`marketing ${versions.marketing}`);

  // On a phone, the badge covers no focused link, even at the end of the page.
  const window = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 800 });
  const link = page.getByRole('link', { name: 'Privacy', exact: true });
  await link.focus();
  await expect.poll(() => isCovered(link, badge(page))).toBe(false);
  await page.setViewportSize(window);

  await page.keyboard.press('Escape');
  await expect(badge(page)).toHaveCount(0);
  await page.reload();
  await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
  await expect(badge(page)).toHaveCount(0);
});
