import type { CDPSession, Page } from '@playwright/test';

const BITS = 8;

/** Slows the page down to a phone of `docs/performance.md`: processor four times slower, 1.6 Mbit/s, 150 ms. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / BITS,
    uploadThroughput: 750_000 / BITS,
  });
  return devTools;
}

/** Opens a page. Resolves when its first text is painted, long before its scripts have run. */
export async function openUntilPainted(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
}
