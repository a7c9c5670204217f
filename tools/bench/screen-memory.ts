import type { Page } from '@playwright/test';

export interface PageMemory {
  heapMegabytes: number;
  domNodes: number;
}

/** What a page keeps, after everything that can be let go was let go. */
export async function memoryOf(page: Page): Promise<PageMemory> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('Performance.enable');
    // Twice: what the first one finalizes, the second one frees.
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { heapMegabytes: metric('JSHeapUsedSize') / 1024 / 1024, domNodes: metric('Nodes') };
  } finally {
    await devtools.detach();
  }
}
