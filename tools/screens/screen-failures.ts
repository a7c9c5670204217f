import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { captureWebp } from './capture-webp.ts';

/**
 * The host waits twice for a remote that does not answer: on the page of the link, and on the loaded page. This is
 * longer.
 */
const GIVES_UP_MS = 40_000;

/** The screen of each fault in the journeys: marketing's page opened directly, the portal that a sign-in opens. */
export async function screenFailures(browser: Browser, siteUrl: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  const { liveRelease, REGISTRY_FAULT, REMOTE_FAULTS } = await import('../../e2e/faults/faults.ts');
  const { sendSalesId } = await import('../../e2e/browser.ts');

  const open = async (name: string, show: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await show(page);
    await captureWebp(page, path.join(target, `${name.replaceAll(/\W+/g, '-')}.webp`), { whole: false });
    await context.close();
    console.log(name);
  };
  for (const fault of REMOTE_FAULTS) {
    await open(`marketing ${fault.name}`, async (page) => {
      await fault.apply(page, await liveRelease('marketing'));
      await page.goto(`${siteUrl}/pricing`);
      await page.getByTestId('host:static-page').waitFor({ timeout: GIVES_UP_MS });
    });
    await open(`portal ${fault.name}`, async (page) => {
      await fault.apply(page, await liveRelease('portal'));
      await page.goto(siteUrl);
      await sendSalesId(page);
      await page.getByTestId('host:remote-error').waitFor({ timeout: GIVES_UP_MS });
    });
  }
  await open(REGISTRY_FAULT.name, async (page) => {
    await REGISTRY_FAULT.apply(page, await liveRelease('marketing'));
    await page.goto(`${siteUrl}/pricing`, { waitUntil: 'networkidle' });
  });
}
