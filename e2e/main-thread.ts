import type { Page } from '@playwright/test';
import { hydrated } from './browser.ts';

/** How long the main thread was busy while a page was loaded and hydrated, in ms. */
export interface Busy {
  /** In all tasks. */
  allMs: number;
  /** In those of more than 50 ms. */
  longMs: number;
}

const CPU_SLOWDOWN = 4;

/** Loads a page as a slower machine does. */
export async function loadTimed(page: Page, address: string): Promise<Busy> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(address, { waitUntil: 'networkidle' });
  await hydrated(page);
  const longMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(list.getEntries().reduce((sum, { duration }) => sum + duration, 0)),
        ).observe({ type: 'longtask', buffered: true });
        // Without a long task the observer says nothing.
        requestIdleCallback(() => resolve(0), { timeout: 1_000 });
      }),
  );
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  await devTools.detach();
  return { allMs: seconds * 1_000, longMs };
}
