import type { Page } from '@playwright/test';

declare global {
  interface Window {
    layoutShifts: { value: number; moved: string }[];
  }
}

/** Notes everything that moves in the pages that are loaded from now on, also after a click or a key. */
export async function watchLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type LayoutShift = PerformanceEntry & { value: number; sources: Source[] };
    type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    const told = ({ node, previousRect, currentRect }: Source) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.outerHTML.slice(0, 90)} from ${place(previousRect)} to ${place(currentRect)}`;
    };
    window.layoutShifts = [];
    const note = (entries: PerformanceEntryList) => {
      for (const { value, sources } of entries as LayoutShift[]) {
        window.layoutShifts.push({ value, moved: sources.map(told).join(', ') });
      }
    };
    new PerformanceObserver((list) => note(list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
}

/** What has moved on the page so far, and by more than this share of the screen. */
export function layoutShifts(page: Page, above = 0): Promise<{ value: number; moved: string }[]> {
  return page.evaluate(async (limit) => {
    // A frame's shifts are told after it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((done) => requestAnimationFrame(done));
    await new Promise((done) => setTimeout(done));
    return window.layoutShifts.filter(({ value }) => value > limit);
  }, above);
}
