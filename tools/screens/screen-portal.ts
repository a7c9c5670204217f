import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { RunningSite } from '../stack/start-site.ts';
import { captureWebp } from './capture-webp.ts';
import { tellJourneys } from './tell-journeys.ts';

export interface Look {
  width: number;
  theme: 'light' | 'dark';
}

/** Each tab of the sales portal, as the demonstration representative sees it. */
export async function screenPortal(
  browser: Browser,
  site: RunningSite,
  target: string,
  looks: readonly Look[],
): Promise<void> {
  for (const { width, theme } of looks) {
    const page = await openPortalPage(browser, site, { width, theme });
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      const label = ((await tab.textContent()) ?? '').trim();
      await tab.click();
      const panel = page.getByRole('tabpanel', { name: label });
      const content = panel.locator('form[novalidate], table, [data-sum-part]');
      await content.or(panel.getByText('No requests yet.')).first().waitFor();
      // A tab's requests come in turns, and one of its parts waits for the others.
      await page.waitForFunction(() => document.querySelector('#main [aria-busy=true]') === null);
      await page.waitForLoadState('networkidle');
      const name = label.toLowerCase().replaceAll(/\W+/g, '-');
      await captureWebp(page, path.join(target, `portal-${name}-${fileEnd({ width, theme })}`), {
        whole: true,
      });
    }
    await page.context().close();
    console.log(`portal at ${width} px, ${theme}`);
  }
}

/** The portal, signed in, in its own window. Closing its context closes everything. */
export async function openPortalPage(
  browser: Browser,
  site: RunningSite,
  { width, theme }: Look,
): Promise<Page> {
  tellJourneys(site);
  const { openPortal } = await import('../../e2e/portal/portal.ts');
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await openPortal(page);
  return page;
}

/** @example fileEnd({ width: 360, theme: 'dark' }) // '360-dark.webp' */
export function fileEnd({ width, theme }: Look): string {
  return `${width}${theme === 'dark' ? '-dark' : ''}.webp`;
}
