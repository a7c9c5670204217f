import { expect, idle, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { openPortal } from '../../portal/portal.ts';

for (const { tab, calls, later } of [
  // The charts come last, and compare with the period before.
  { tab: 'commissions', calls: ['get_sales_dashboard', 'get_sales_table'], later: ['get_sales_dashboard'] },
  { tab: 'customers', calls: ['get_customers'], later: [] },
]) {
  test(`the first rows of ${tab} are requested once, before the portal's code arrives`, async ({ page }) => {
    const asked: string[] = [];
    const bodies = new Set<string>();
    page.on('request', (request) => {
      const name = /\/rpc\/(get_\w+)$/.exec(request.url())?.[1];
      if (name === undefined || !calls.includes(name)) return;
      asked.push(name);
      bodies.add(`${name} ${request.postData()}`);
    });
    // The host gives up on code that does not arrive. Here it is held back, for as long as a busy machine takes to call.
    await page.addInitScript(() => {
      const { setTimeout } = window;
      const tenSecondsMs = 10_000;
      window.setTimeout = ((run: TimerHandler, delayMs = 0, ...args: unknown[]) =>
        setTimeout(run, delayMs > tenSecondsMs ? 600_000 : delayMs, ...args)) as typeof window.setTimeout;
    });
    const code = await HeldRequests.of(page, /\/sales-portal-page-[^/]*\.js$/);
    const opened = openPortal(page, `?tab=${tab}`);
    // Extra calls are reported at the end.
    await expect.poll(() => asked).toEqual(expect.arrayContaining(calls));
    await code.release();
    await opened;
    await expect(page.locator('[data-row-id]').first()).toBeVisible();
    // A second call would begin once the rows are drawn.
    await idle(page);
    expect(asked.toSorted()).toEqual([...calls, ...later].toSorted());
    expect(bodies.size, 'different calls').toBe(asked.length);
  });
}
