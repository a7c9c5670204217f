import { emptyReactPage } from '@corvane/tools/checks/page-weight/empty-react-page';
import {
  exceededBudgets,
  smallScripts,
  sumOfSent,
  weighPage,
} from '@corvane/tools/checks/page-weight/page-weight';
import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, facesArrived, hydrated, idle, layOutAll, test } from '../../browser.ts';
import {
  HOME_HEIGHT_PX,
  LONG_TASKS_BUDGET,
  OWN_BUDGETS,
  PAGE_BUDGET,
  PORTAL_BUDGET,
  REP_SCRIPT_BUDGET_BYTES,
} from '../../budgets.ts';
import { loadTimed } from '../../measures/main-thread.ts';
import { openPortal } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { publicPages } from '../../site/pages.ts';
import { stack } from '../../stack.ts';

declare global {
  interface Window {
    /** The formats that were made or used, by name. */
    formatsMade: string[];
  }
}

test('each page stays within its budget', async () => {
  const budgets = (await publicPages()).map(
    ({ path }) => [path, { ...PAGE_BUDGET, ...OWN_BUDGETS[path] }] as const,
  );
  for (const [path, budget] of [
    ...budgets,
    ['/sales-portal', PORTAL_BUDGET],
    ['/sales-portal/operations', PORTAL_BUDGET],
  ] as const) {
    const page = await weighPage(stack.siteRoot, path);
    const exceeded = exceededBudgets(page, { ...page.weight, ...budget });
    expect.soft(exceeded, `${path} is too heavy:\n${exceeded.join('\n')}`).toEqual([]);
    expect(page.weight.scriptBytes).toBeGreaterThan(0);
    expect(page.weight.fontBytes).toBeGreaterThan(0);
  }
});

test('no public page formats a number or a date while it is loaded', async ({ page }) => {
  // The first format of a page takes 50 ms, on a slow phone 200 ms.
  await page.addInitScript(() => {
    window.formatsMade = [];
    const noted = <T extends object>(made: T, name: string) =>
      new Proxy(made, {
        apply: (target, self, given) =>
          window.formatsMade.push(name) && Reflect.apply(target as () => void, self, given),
        construct: (target, given) => {
          window.formatsMade.push(name);
          return Reflect.construct(target as new () => object, given);
        },
      });
    const places: object[] = [Intl, Number.prototype, Date.prototype, String.prototype];
    for (const place of places)
      for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(place)))
        if (typeof value === 'function' && (place === Intl || /^(to)?Locale/i.test(name)))
          Object.defineProperty(place, name, {
            value: noted(value, name),
            configurable: true,
            writable: true,
          });
  });
  for (const { path } of sampleOf('formats', await publicPages(), 4)) {
    await page.goto(path);
    await hydrated(page);
    await idle(page);
    expect(await page.evaluate(() => window.formatsMade), path).toEqual([]);
  }
});

test('the home page of a phone is not too long', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto('/');
  await facesArrived(page);
  await layOutAll(page);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(HOME_HEIGHT_PX);
});

test("a representative's first view loads the portal's own scripts alone, within their budget", async ({
  page,
}) => {
  const all = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('.js')) all.add(pathname);
  });
  await openPortal(page);
  await expect(new QualifyForm(page).email).toBeVisible();
  await idle(page);
  const scripts = new Set([...all].filter((script) => script.startsWith('/remotes/portal/')));
  expect(await smallScripts(stack.siteRoot, [...all])).toEqual([]);
  expect(
    [...scripts].filter((script) => /operations|requests-panel|people|prices|audit/.test(script)),
  ).toEqual([]);
  expect(scripts.size).toBeGreaterThan(2);
  expect(await sumOfSent(stack.siteRoot, [...scripts])).toBeLessThanOrEqual(REP_SCRIPT_BUDGET_BYTES);
});

/** Other journeys run at the same time. The quickest of a few loads shows what the page itself needs. */
const LOADS = 4;

test('the long tasks of a load stay within a multiple of an empty React page @deep', async ({ browser }) => {
  const empty = await emptyReactPage('/test-empty.js');
  const least = { ours: Number.POSITIVE_INFINITY, empty: Number.POSITIVE_INFINITY };
  for (let load = 0; load < LOADS; load += 1) {
    for (const site of ['ours', 'empty'] as const) {
      const page = await browser.newPage({ baseURL: stack.url });
      await page.route('/test-empty', (route) =>
        route.fulfill({ contentType: 'text/html', body: empty.html }),
      );
      await page.route('/test-empty.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: empty.script }),
      );
      const { allMs, longMs } = await loadTimed(page, site === 'ours' ? '/' : '/test-empty');
      least[site] = Math.min(least[site], site === 'ours' ? longMs : allMs);
      await page.close();
    }
  }
  expect(
    least.ours / least.empty,
    `Long tasks: ${least.ours} ms, empty React page: ${least.empty} ms`,
  ).toBeLessThanOrEqual(LONG_TASKS_BUDGET.timesEmptyReact);
});
