import type { Page } from '@playwright/test';

export interface Steps {
  /** Clicks and presses of the page's person since the last call of `begin`; a page load keeps the count. */
  clicks(): Promise<number>;
  /** Screens in their order: the path, and the tab of the portal. */
  screens: string[];
  /** Begins to count here. */
  begin(): Promise<void>;
}

/** Counts what a task takes. Call it before the page is opened. */
export async function countSteps(page: Page): Promise<Steps> {
  await page.addInitScript(() => {
    document.addEventListener(
      'click',
      (event) => {
        if (!event.isTrusted) return;
        sessionStorage.setItem('clicks', String(Number(sessionStorage.getItem('clicks')) + 1));
      },
      { capture: true },
    );
  });
  const screens: string[] = [];
  page.on('framenavigated', (frame) => {
    if (frame !== page.mainFrame() || !frame.url().startsWith('http')) return;
    const { pathname, searchParams } = new URL(frame.url());
    const screen = `${pathname} ${searchParams.get('tab') ?? ''}`.trim();
    if (screens.at(-1) !== screen) screens.push(screen);
  });
  return {
    clicks: () => page.evaluate(() => Number(sessionStorage.getItem('clicks'))),
    screens,
    async begin() {
      await page.evaluate(() => sessionStorage.removeItem('clicks'));
      screens.splice(0, screens.length - 1);
    },
  };
}
