import { expect, hydrated, test } from '../../browser.ts';
import { LOAD_BUDGET } from '../../budgets.ts';
import { publicPages } from '../../site/pages.ts';

const pages = await publicPages();

for (const { path } of pages) {
  test(`${path} is light and does not shift`, async ({ page }) => {
    const bytes = { total: 0, scripts: 0 };
    const counted: Promise<void>[] = [];
    page.on('requestfinished', (request) => {
      // Sent when the page closes. It does not belong to the page's size, and its own size is unknown.
      if (request.resourceType() === 'ping') return;
      counted.push(
        request.sizes().then(({ responseBodySize }) => {
          bytes.total += responseBodySize;
          if (request.resourceType() === 'script') bytes.scripts += responseBodySize;
        }),
      );
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    await hydrated(page);
    await Promise.all(counted);
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              sum += (entry as PerformanceEntry & { value: number }).value;
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(sum), 200);
        }),
    );
    expect(bytes.scripts).toBeGreaterThan(0);
    expect(bytes.scripts).toBeLessThanOrEqual(LOAD_BUDGET.scriptBytes);
    expect(bytes.total).toBeLessThanOrEqual(LOAD_BUDGET.totalBytes);
    expect(shift).toBeLessThanOrEqual(LOAD_BUDGET.layoutShift);
  });
}
