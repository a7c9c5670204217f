import type { Page } from '@playwright/test';
import { hydrated, idle, watchRequests } from '../browser.ts';

/** How long the main thread was busy while a page was loaded and hydrated, in ms. */
interface Busy {
  /** Time of all tasks. */
  allMs: number;
  /** Time of tasks longer than 50 ms. */
  longMs: number;
}

const CPU_SLOWDOWN = 4;

declare global {
  interface Window {
    longTasksMs: number;
  }
}

/** Loads a page with the CPU slowed down. */
export async function loadTimed(page: Page, address: string): Promise<Busy> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Performance.enable');
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(() => {
    window.longTasksMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasksMs += duration;
    }).observe({ type: 'longtask' });
  });
  watchRequests(page);
  await page.goto(address);
  await hydrated(page);
  await idle(page);
  const longMs = await page.evaluate(() => window.longTasksMs);
  const { metrics } = await devTools.send('Performance.getMetrics');
  const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  await devTools.detach();
  return { allMs: seconds * 1_000, longMs };
}
