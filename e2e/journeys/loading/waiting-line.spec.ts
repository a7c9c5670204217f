import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, hydrated, idle, test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';

/** Holds back every script that is requested from now on. @returns lets them arrive */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.js(\?|$)/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

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
    press: (page: Page) => page.getByRole('link', { name: 'Book a Demo to See Pricing' }).first().click(),
    shown: (page: Page) => page.getByRole('dialog').waitFor(),
  },
];

for (const { what, path, press, shown } of sampleOf('long waits', WAITS, 3)) {
  test(`a long wait for ${what} is shown, and ends`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    // What a first view still fetches is not what the press waits for.
    await idle(page);
    const arrive = await holdScripts(page);
    const line = page.getByTestId('host:waiting-line');
    await expect(line).toBeEmpty();
    await press(page);
    await expect(line).toHaveText('Loading');
    expect(await line.evaluate((node) => getComputedStyle(node, '::after').borderTopWidth)).toBe('2px');
    arrive();
    await shown(page);
    await expect(line).toBeEmpty();
  });
}

test("a long wait for the portal's dialog is shown, and ends", async ({ page }) => {
  await openPortal(page);
  await idle(page);
  const arrive = await holdScripts(page);
  const line = page.getByTestId('host:waiting-line');
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(line).toHaveText('Loading');
  arrive();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(line).toBeEmpty();
});
