import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { captureWebp } from './capture-webp.ts';

interface Look {
  width: number;
  theme: 'light' | 'dark';
}

/** Each tab of the sales portal, as the demonstration representative sees it. */
export async function screenPortal(
  browser: Browser,
  siteUrl: string,
  target: string,
  looks: readonly Look[],
): Promise<void> {
  for (const look of looks) {
    const page = await openPortalPage(browser, siteUrl, look);
    await captureTabs(page, path.join(target, 'portal'), look);
    await page.context().close();
    console.log(`portal at ${look.width} px, ${look.theme}`);
  }
}

/** Each tab of Operations, as a manager sees it who has just entered the code. */
export async function screenOperations(
  browser: Browser,
  siteUrl: string,
  target: string,
  looks: readonly Look[],
): Promise<void> {
  const { openOperations } = await import('../../e2e/portal/open-operations.ts');
  const context = await browser.newContext({ baseURL: siteUrl, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openOperations(page, 'Grace Moss', 'Today');
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 900 });
    await page.emulateMedia({ colorScheme: look.theme });
    await captureTabs(page, path.join(target, 'operations'), look);
    console.log(`Operations at ${look.width} px, ${look.theme}`);
  }
  await context.close();
}

/** @param start of each picture's path */
async function captureTabs(page: Page, start: string, look: Look): Promise<void> {
  for (const tab of await page.getByRole('main').getByRole('tab').all()) {
    const label = ((await tab.textContent()) ?? '').trim();
    await tab.click();
    await page.getByRole('tabpanel', { name: label }).waitFor();
    // A tab's requests come in turns, and one of its parts waits for the others.
    await page.waitForLoadState('networkidle');
    await page.waitForFunction(() => document.querySelector('#main [aria-busy=true]') === null);
    // A tab may count what is open.
    const name = label.replace(/ \d.*/, '').toLowerCase().replaceAll(/\W+/g, '-');
    await captureWebp(page, `${start}-${name}-${fileEnd(look)}`, { whole: true });
  }
}

/** The portal, signed in, in its own window. Closing its context closes everything. */
async function openPortalPage(browser: Browser, siteUrl: string, { width, theme }: Look): Promise<Page> {
  const { openPortal } = await import('../../e2e/portal/portal.ts');
  const context = await browser.newContext({
    baseURL: siteUrl,
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openPortal(page);
  return page;
}

/** @example fileEnd({ width: 360, theme: 'dark' }) // '360-dark.webp' */
function fileEnd({ width, theme }: Look): string {
  return `${width}${theme === 'dark' ? '-dark' : ''}.webp`;
}
