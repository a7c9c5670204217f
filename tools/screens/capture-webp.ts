import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

const MAX_BYTES = 60_000;
/** Longest side that WebP can have. */
const MAX_SIDE = 16_383;
/** From best to smallest: what still fits is taken. */
const ATTEMPTS = [
  { scale: 1, quality: 80 },
  { scale: 1, quality: 50 },
  { scale: 1, quality: 25 },
  { scale: 0.75, quality: 40 },
  { scale: 0.75, quality: 20 },
  { scale: 0.6, quality: 25 },
  { scale: 0.5, quality: 30 },
  { scale: 0.5, quality: 15 },
  { scale: 0.4, quality: 25 },
  { scale: 0.33, quality: 30 },
  { scale: 0.25, quality: 30 },
];

/**
 * Takes a screenshot as WebP of less than 60 kB.
 * @param options.whole the whole page, not only the window.
 */
export async function captureWebp(page: Page, file: string, options: { whole: boolean }): Promise<void> {
  // What is far below the screen may have an estimated height.
  if (options.whole) await page.evaluate(() => delete document.documentElement.dataset.layout);
  const client = await page.context().newCDPSession(page);
  const { cssLayoutViewport, cssContentSize } = await client.send('Page.getLayoutMetrics');
  const width = cssLayoutViewport.clientWidth;
  // A clip is measured from the top of the page, regardless of scrolling.
  const top = options.whole ? 0 : cssLayoutViewport.pageY;
  const height = options.whole ? cssContentSize.height : cssLayoutViewport.clientHeight;
  for (const { scale, quality } of ATTEMPTS) {
    if (height * scale > MAX_SIDE) continue;
    const { data } = await client.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      captureBeyondViewport: options.whole,
      clip: { x: 0, y: top, width, height, scale },
    });
    const picture = Buffer.from(data, 'base64');
    if (picture.length >= MAX_BYTES) continue;
    await writeFile(file, picture);
    await client.detach();
    return;
  }
  throw new Error(`${file} does not fit into ${MAX_BYTES} bytes`);
}
