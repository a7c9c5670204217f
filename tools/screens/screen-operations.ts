import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { RunningSite } from '../stack/start-site.ts';
import { captureWebp } from './capture-webp.ts';
import { fileEnd, type Look } from './screen-portal.ts';
import { tellJourneys } from './tell-journeys.ts';

/** Each tab of Operations, as a manager sees it who has just entered the code. */
export async function screenOperations(
  browser: Browser,
  site: RunningSite,
  target: string,
  looks: readonly Look[],
): Promise<void> {
  tellJourneys(site);
  const { openOperations } = await import('../../e2e/portal/open-operations.ts');
  const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openOperations(page, 'Grace Moss', 'Today');
  for (const { width, theme } of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    for (const tab of await page.getByRole('main').getByRole('tab').all()) {
      const label = ((await tab.textContent()) ?? '').trim();
      await tab.click();
      await page.getByRole('tabpanel', { name: label }).waitFor();
      await page.waitForFunction(() => document.querySelector('#main [aria-busy=true]') === null);
      await page.waitForLoadState('networkidle');
      const file = `operations-${label.toLowerCase()}-${fileEnd({ width, theme })}`;
      await captureWebp(page, path.join(target, file), { whole: true });
    }
    console.log(`Operations at ${width} px, ${theme}`);
  }
  await context.close();
}
