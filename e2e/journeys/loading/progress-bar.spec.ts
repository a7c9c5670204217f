import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, hydrated, idle, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { openPortal } from '../../portal/portal.ts';

const SCRIPT = /\.js(\?|$)/;

const WAITS = [
  {
    what: 'a page of the same application',
    path: '/pricing',
    // Links of the page and the header may be fetched ahead.
    press: (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click(),
    shown: (page: Page) => page.waitForURL('/terms'),
  },
  {
    what: "the host's dialog",
    path: '/',
    press: (page: Page) => page.getByRole('button', { name: 'Partner Program' }).click(),
    shown: (page: Page) => page.getByRole('dialog').waitFor(),
  },
  {
    what: "a remote's dialog",
    path: '/pricing',
    press: (page: Page) => page.getByRole('link', { name: 'Book a Demo to See Pricing' }).click(),
    shown: (page: Page) => page.getByRole('dialog').waitFor(),
  },
];

for (const { what, path, press, shown } of sampleOf('long waits', WAITS, 3)) {
  test(`a long wait for ${what} is shown, and ends`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    // What a first view still fetches is not what the press waits for.
    await idle(page);
    const scripts = await HeldRequests.of(page, SCRIPT);
    const line = page.getByTestId('host:progress');
    await expect(line).toBeEmpty();
    await press(page);
    await expect(line).toHaveText('Loading');
    expect(await line.evaluate((node) => getComputedStyle(node, '::after').borderTopWidth)).toBe('2px');
    await scripts.release();
    await shown(page);
    await expect(line).toBeEmpty();
  });
}

test("a long wait for the portal's dialog is shown, and ends", async ({ page }) => {
  await openPortal(page);
  await idle(page);
  const scripts = await HeldRequests.of(page, SCRIPT);
  const line = page.getByTestId('host:progress');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(line).toHaveText('Loading');
  await scripts.release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(line).toBeEmpty();
});
