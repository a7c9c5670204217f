import type { Page } from '@playwright/test';

export interface PageMemory {
  heapMegabytes: number;
  domNodes: number;
}

/** The memory of a page after garbage collection. */
export async function memoryOf(page: Page): Promise<PageMemory> {
  const devtools = await page.context().newCDPSession(page);
  try {
    await devtools.send('Performance.enable');
    // Twice: the second run frees what the first one finalized.
    await devtools.send('HeapProfiler.collectGarbage');
    await devtools.send('HeapProfiler.collectGarbage');
    const { metrics } = await devtools.send('Performance.getMetrics');
    const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return { heapMegabytes: metric('JSHeapUsedSize') / 1024 / 1024, domNodes: metric('Nodes') };
  } finally {
    await devtools.detach();
  }
}
