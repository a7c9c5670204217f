import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { expectAccessible, openPortal } from '../../portal/portal.ts';
import { demoRep, readRows } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface SaleRow {
  product_name: string;
  sale_amount: number;
  commission: number;
  is_cancelled: boolean;
}

async function salesOfRep(having: object = {}, more = ''): Promise<SaleRow[]> {
  const { id } = await demoRep();
  const rows = await readRows('sales_records', { sales_rep_id: id, ...having }, more);
  return rows.map((row) => ({
    product_name: String(row.product_name),
    sale_amount: Number(row.sale_amount),
    commission: Number(row.commission),
    is_cancelled: row.is_cancelled === true,
  }));
}

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const sum = (rows: readonly SaleRow[], column: 'sale_amount' | 'commission') =>
  rows.reduce((total, row) => total + row[column], 0);

/** The file from Export CSV, as lines of fields. The demonstration data contains nothing that needs quotes. */
async function exported(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(text.startsWith('\uFEFFSale ID,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  return text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
}

/** Cards, table footer and file show the same figures, the sum of the rows. */
async function expectTotals(page: Page, rows: readonly SaleRow[]): Promise<void> {
  const every = await salesOfRep();
  const keptOf = (sales: readonly SaleRow[]) => sales.filter((row) => !row.is_cancelled);
  const kept = keptOf(rows);
  const card = (title: string) =>
    page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title }) })
      .last();
  // As specified, these count all sales and ignore the filter.
  await expect(card('Total Sales Value')).toContainText(`All time${dollars(sum(every, 'sale_amount'))}`);
  await expect(card('Active Subscriptions')).toContainText(`All time${keptOf(every).length}`);
  await expect(card('Total Sales Value')).toContainText(
    `Net of cancellations${dollars(sum(kept, 'sale_amount'))}`,
  );
  await expect(card('Remaining commission')).toContainText(dollars(sum(kept, 'commission')));
  const foot = page.getByRole('table').locator('tfoot').getByRole('row');
  await expect(foot.nth(0)).toContainText(dollars(sum(rows, 'sale_amount')));
  await expect(foot.nth(0)).toContainText(dollars(sum(rows, 'commission')));
  await expect(foot.nth(1)).toContainText(dollars(sum(kept, 'sale_amount')));
  await expect(foot.nth(1)).toContainText(dollars(sum(kept, 'commission')));
  const lines = await exported(page);
  expect(lines).toHaveLength(rows.length);
  const fileCents = (column: number) =>
    lines.reduce((total, line) => total + Math.round(Number(line[column]) * 100), 0);
  expect(fileCents(7)).toBe(sum(rows, 'sale_amount'));
  expect(fileCents(8)).toBe(sum(rows, 'commission'));
}

test('cards, footer, file and database agree, for all sales and for filtered ones', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  await expectTotals(page, await salesOfRep());

  await page.getByRole('button', { name: 'Product All products' }).click();
  await page.getByRole('checkbox', { name: 'Moonshot' }).check();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Billing' }).selectOption('annual');
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all&product=Moonshot&frequency=annual');
  const narrowed = await salesOfRep({ product_name: 'Moonshot', billing_frequency: 'annual' });
  expect(narrowed.length).toBeGreaterThan(0);
  await expect(page.getByRole('table').locator('tfoot')).toContainText(`Total of ${narrowed.length} sale`);
  await expectTotals(page, narrowed);

  await page.reload();
  await expect(page.getByRole('table').locator('tfoot')).toContainText(`Total of ${narrowed.length} sale`);
  await page.goBack();
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all&product=Moonshot');
  await page.getByRole('searchbox', { name: 'Search sales' }).fill('acme that nobody has');
  await expect(page.getByText('No sales match these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all');
  await expect(page.getByRole('searchbox', { name: 'Search sales' })).toHaveValue('');
});

test('sorting covers all pages, pages go forward and back, and the order is in the address', async ({
  page,
}) => {
  await openPortal(page, '?tab=commissions&range=all');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  const [largest] = await salesOfRep({}, 'order by sale_amount desc limit 1');
  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await expect(rows.first()).toContainText(dollars(largest?.sale_amount ?? 0));
  await expect(page).toHaveURL(/sort=amount/);
  await page.getByRole('button', { name: 'Customer', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: 'Customer' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await expect(page).toHaveURL(/sort=customer/);
  await expect(page.locator('#main [aria-busy=true]')).toHaveCount(0);
  const first = await rows.first().textContent();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Sales 26 to 50 of')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByText('Sales 1 to 25 of')).toBeVisible();
  await expect(rows.first()).toHaveText(first ?? '');
});

test('choosing a date range replaces the previous one, and the choice is shown', async ({ page }) => {
  await page.clock.install();
  await openPortal(page, '?tab=commissions&range=all');
  await expect(page.getByRole('table').locator('tfoot')).toBeVisible();
  await page.getByRole('button', { name: 'Last month' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-01&to=/);
  await expect(page.getByRole('button', { name: 'Last month' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('From', { exact: true })).not.toHaveValue('');
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all');
  // Longer than the pause after typing a date.
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all');
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('');
});

test('a row explains how its commission was calculated', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all&status=cancelled');
  await page.getByRole('table').locator('tbody').getByRole('button').first().click();
  const dialog = page.getByRole('dialog', { name: 'How this was calculated' });
  await expect(dialog.getByText(/Commission \$[\d.,]+ is [\d.]+% of the amount/)).toBeVisible();
  await expect(
    dialog.getByText(/The sale was cancelled on .* so its commission is taken back/),
  ).toBeVisible();
  await expectAccessible(page);

  // Close stays in place while the dialog scrolls.
  await page.setViewportSize({ width: 360, height: 640 });
  const scrolledPx = () =>
    dialog.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
      return element.scrollTop;
    });
  await expect.poll(scrolledPx).toBeGreaterThan(0);
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect(close).toBeInViewport({ ratio: 1 });
  await close.click();
  await expect(page).not.toHaveURL(/sale=/);
});

test('a bar, and its name in the table, show their sales alone, and Back shows all again', async ({
  page,
}) => {
  await openPortal(page, '?tab=commissions&range=all');
  const figure = page.getByRole('figure').filter({ hasText: 'Sales by product' });
  const drawing = figure.locator('svg.recharts-surface');
  await expect(drawing).toBeVisible();
  const { width } = (await drawing.boundingBox()) ?? { width: 0 };
  // Beside the first bar, on its row: a small one need not be hit.
  await drawing.click({ position: { x: width - 20, y: 20 } });
  await expect(page).toHaveURL(/[?&]product=/);
  const only = new URL(page.url()).searchParams.get('product') ?? '';
  await expect(page.locator('#main tbody tr').filter({ visible: true, hasNotText: only })).toHaveCount(0);
  await page.goBack();
  await expect(page).not.toHaveURL(/product=/);

  const series = page.getByRole('figure').filter({ hasText: 'Sales and commission over time' });
  await series.getByText('Figures as a table').click();
  await series.locator('tbody button').first().press('Enter');
  await expect(page).toHaveURL(/[?&]from=/);
  await expect(page.getByRole('figure').first()).toContainText(/by (day|week|month)/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('charts are folded until opened; each has its figures as a table', async ({ page }) => {
    await openPortal(page, '?tab=commissions&range=all');
    await expect(page.getByRole('table').locator('tfoot')).toBeVisible();
    await expect(page.getByRole('figure')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show charts' }).click();
    await expect(page.getByRole('figure')).toHaveCount(3);
    await expect(page.getByRole('figure').first().locator('svg.recharts-surface').first()).toBeVisible();
    await page.getByText('Figures as a table').nth(1).click();
    await expect(page.getByRole('table', { name: 'Sales by product' })).toContainText('Moonshot');
    await expectAccessible(page);
  });
});
