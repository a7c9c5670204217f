import path from 'node:path';
import type { Browser } from '@playwright/test';
import type { RunningSite } from '../stack/start-site.ts';
import { captureWebp } from './capture-webp.ts';

/** Each tab of the sales portal, as the demonstration representative sees it. */
export async function screenPortal(
  browser: Browser,
  { url, backend }: RunningSite,
  target: string,
  widths: readonly number[],
): Promise<void> {
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Partner Program' }).click();
    await page.getByLabel('Sales ID').fill(backend.demo.salesIds[0] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Authentication Successful').waitFor();
    await page.goto(`${url}/sales-portal`);
    const tabs = page.getByRole('main').getByRole('tab');
    await tabs.first().waitFor();
    for (const tab of await tabs.all()) {
      await tab.click();
      await page.waitForLoadState('networkidle');
      const name = ((await tab.textContent()) ?? '').trim().toLowerCase().replaceAll(/\W+/g, '-');
      await captureWebp(page, path.join(target, `portal-${name}-${width}.webp`), { whole: true });
    }
    await context.close();
    console.log(`portal at ${width} px`);
  }
}
