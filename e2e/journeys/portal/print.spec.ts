import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { saleId } from '../../../portal/src/features/commissions/sales-fixtures.ts';
import { line } from '../../../portal/src/features/commissions/statements/statements-fixtures.ts';
import { expect, test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';
import { LINES, openStatement } from '../../portal-states/statements.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, colorScheme: 'dark' });

/** Between the usual margins of A4 and of Letter, px. */
const SHEETS = [718, 740];

const INK = 'rgb(14, 27, 42)';

/** Prints as from a wide screen: the page cannot prepare for the sheet. */
async function print(page: Page, width: number): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.setViewportSize({ width, height: 1000 });
}

/** Expects dark text on white, no controls, and table rows as lines. All of it fits the sheet. */
async function expectSheet(page: Page, title: string): Promise<void> {
  const main = page.getByRole('main');
  await expect(page.getByTestId('host:footer')).toBeHidden();
  await expect(main.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await expect(main.getByRole('heading', { level: 1 })).toHaveCSS('color', INK);
  for (const gone of [
    main.getByRole('button', { name: 'Menu', exact: true }),
    main.getByRole('tab').first(),
    main.getByRole('combobox').first(),
    main.getByRole('searchbox'),
    page.getByRole('banner').getByRole('navigation'),
  ]) {
    await expect(gone).toBeHidden();
  }
  const sheet = await page.evaluate(() => {
    const table = [...document.querySelectorAll('main table')].find((node) => node.checkVisibility());
    const tops = (row: Element) =>
      new Set(
        [...row.children]
          .filter((cell) => cell.checkVisibility())
          .map((cell) => Math.round(cell.getBoundingClientRect().top)),
      );
    const rights = [...document.querySelectorAll('main *')]
      .filter((node) => node.checkVisibility())
      .map((node) => node.getBoundingClientRect().right);
    return {
      hasHead: table?.querySelector('thead')?.checkVisibility(),
      linesOfRows: [...(table?.querySelectorAll('tbody tr') ?? [])].map((row) => tops(row).size),
      footDisplay: [...(table?.querySelectorAll('tfoot') ?? [])].map(
        (foot) => getComputedStyle(foot).display,
      ),
      isWithin: Math.max(...rights) <= document.documentElement.clientWidth + 1,
    };
  });
  expect(sheet.hasHead).toBe(true);
  expect(sheet.linesOfRows.length).toBeGreaterThan(5);
  expect(new Set(sheet.linesOfRows)).toEqual(new Set([1]));
  // A footer group would repeat the totals on each sheet.
  expect(sheet.footDisplay).not.toContain('table-footer-group');
  expect(sheet.isWithin).toBe(true);
}

for (const width of sampleOf('sheets', SHEETS, 2)) {
  test(`on a sheet of ${width} px the commissions print as a report: filter, sum with explanations, charts, sales`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPortal(page, '?tab=commissions&range=all&frequency=annual&q=a');
    const main = page.getByRole('main');
    await expect(main.locator('.recharts-surface').first()).toBeVisible();
    await print(page, width);
    await expectSheet(page, 'My Commissions');

    await expect(main.getByText('Only: Annual, "a"')).toBeVisible();
    const sum = main.locator('section').filter({ hasText: 'Remaining commission' }).last();
    for (const part of ['Earned', 'Pending', 'Clawed back', 'Cancelled, not counted']) {
      await expect(sum.getByRole('button', { name: part })).toBeVisible();
      await expect(sum.getByRole('listitem').filter({ hasText: `${part}: ` })).toBeVisible();
    }
    await expect(main.getByRole('columnheader', { name: 'Customer', exact: true })).toBeVisible();
    await expect(main.getByText('Export CSV')).toBeHidden();
    await expect(main.getByText('Figures as a table').first()).toBeHidden();
    // Each chart is inside its frame.
    const overhangs = await main.locator('figure').evaluateAll((figures) =>
      figures.flatMap((figure) => {
        const frame = figure.getBoundingClientRect();
        return [...figure.querySelectorAll('.recharts-surface')].flatMap((drawing) => {
          const { right, bottom, width } = drawing.getBoundingClientRect();
          const isInside = width >= 200 && right <= frame.right && bottom <= frame.bottom;
          return isInside ? [] : [drawing.querySelector('title')?.textContent];
        });
      }),
    );
    expect(overhangs).toEqual([]);
  });
}

test('printed customers are a table with the end of each access and the meaning of each status', async ({
  page,
}) => {
  await openPortal(page, '?tab=customers');
  const main = page.getByRole('main');
  await expect(main.getByRole('table').locator('tbody tr').first()).toBeVisible();
  await print(page, 718);
  await expectSheet(page, 'Customers');
  await expect(main.getByText('The link was revoked')).toBeVisible();
  await expect(main.getByText('Access', { exact: true })).toBeHidden();
  await expect(main.getByRole('button', { name: /^Extend/ }).first()).toBeHidden();
  await expect(main.getByText(/^(until|ended) \w{3} \d/).first()).toBeVisible();
});

test('a printed statement has its sums and lines, without what leads on', async ({ page }) => {
  const lines = Array.from({ length: 8 }, (_, at) =>
    line({ saleId: saleId(at + 1), customer: `Buyer ${at}` }),
  );
  await openPortal(page);
  await openStatement(page, [...lines, ...LINES]);
  const main = page.getByRole('main');
  await print(page, 718);
  await expectSheet(page, 'Statement for September 2026');
  for (const gone of ['Print', 'All my statements'])
    await expect(main.getByRole('button', { name: gone })).toBeHidden();
  for (const kept of ['Carried over from before', 'Buyer 7', 'Correction'])
    await expect(main.getByText(kept).filter({ visible: true }).first()).toBeVisible();
});

test('an open dialog is printed completely, without the page behind it', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  await page.getByRole('table').locator('tbody [data-row-opener]').first().click();
  const dialog = page.getByRole('dialog', { name: 'How this was calculated' });
  await expect(dialog.getByText('What this sale adds to each figure')).toBeVisible();
  await print(page, 718);
  await expect(page.locator('#root')).toBeHidden();
  await expect(dialog).toHaveCSS('position', 'static');
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveCSS('color', INK);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeHidden();
  expect(await dialog.evaluate((node) => node.getBoundingClientRect().top + scrollY)).toBeGreaterThanOrEqual(
    0,
  );
  expect(await dialog.evaluate((node) => node.scrollHeight - node.clientHeight)).toBe(0);
});
