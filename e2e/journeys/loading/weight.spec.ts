import { expect, facesArrived, idle, sectionsHydrated, test } from '../../browser.ts';
import { LOAD_BUDGET } from '../../budgets.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { publicPages } from '../../site/pages.ts';

const pages = await publicPages();

for (const { path } of pages) {
  test(`${path} is light and does not shift`, async ({ page }) => {
    await watchLayoutShifts(page);
    const bytes = { total: 0, scripts: 0 };
    const counted: Promise<void>[] = [];
    const files: { name: string; size: number }[] = [];
    page.on('requestfinished', (request) => {
      // Sent when the page closes. It does not belong to the page's size, and its own size is unknown.
      if (request.resourceType() === 'ping') return;
      counted.push(
        request.sizes().then(({ responseBodySize }) => {
          bytes.total += responseBodySize;
          files.push({ name: new URL(request.url()).pathname, size: responseBodySize });
          if (request.resourceType() === 'script') bytes.scripts += responseBodySize;
        }),
      );
    });
    await page.goto(path);
    await sectionsHydrated(page);
    await facesArrived(page);
    await idle(page);
    await Promise.all(counted);
    expect(bytes.scripts).toBeGreaterThan(0);
    const largest = files.sort((a, b) => b.size - a.size).map(({ name, size }) => `${size} ${name}`);
    const list = `Files in bytes:\n${largest.join('\n')}`;
    expect(bytes.scripts, list).toBeLessThanOrEqual(LOAD_BUDGET.scriptBytes);
    expect(bytes.total, list).toBeLessThanOrEqual(LOAD_BUDGET.totalBytes);
    const shift = (await layoutShifts(page)).reduce((sum, { value }) => sum + value, 0);
    expect(shift).toBeLessThanOrEqual(LOAD_BUDGET.layoutShift);
  });
}
