import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, change, fail, hold, rpc } from './answers.ts';
import { open, type PortalState, seeText, unfold } from './portal-state.ts';

export const TABLE = rpc('get_sales_table');
export const TOTALS = rpc('get_sales_dashboard');

export const CHARTS = '*/sales-charts-*.js';

/** The tab without its charts, which have separate states, so a state never has half-loaded charts. */
export async function openTab(page: Page, query = '&range=all'): Promise<void> {
  await hold(page, CHARTS);
  await open(page, `?tab=commissions${query}`);
}

/** The table and its sums have loaded. It uses few rows, because many rows only slow down axe. */
export async function openSales(page: Page, query = '&range=all'): Promise<void> {
  await change(page, TABLE, ({ rows, ...others }) => ({ ...others, rows: (rows as unknown[]).slice(0, 4) }));
  await openTab(page, query);
  await expect(page.getByRole('table').locator('tfoot')).toBeVisible();
}

/** Figures and rows that still belong to the previous choice. */
export const oldFigures = (page: Page) =>
  page.locator('#main [aria-busy=true]').filter({ has: page.locator('table, dl, [data-sum-part]') });

/** A page after the first. */
const isLaterPage = ({ after }: Readonly<Record<string, unknown>>) => after !== null;

/** Lets a minute pass and makes the tab visible again. */
async function comeBackLater(page: Page): Promise<void> {
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 60_000;
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
}

const NO_SUMS = {
  salesCount: 0,
  activeCount: 0,
  salesCents: 0,
  netSalesCents: 0,
  commissionCents: 0,
  netCommissionCents: 0,
};
const NO_TOTALS = {
  ...NO_SUMS,
  earnedCents: 0,
  pendingCents: 0,
  clawbackCents: 0,
  cancelledCents: 0,
  clawedBackCents: 0,
  earnedCount: 0,
  pendingCount: 0,
  clawbackCount: 0,
  cancelledCount: 0,
};

async function withoutSales(page: Page): Promise<void> {
  await answer(page, TABLE, { rows: [], hasMore: false, nextAfter: null });
  await answer(page, TOTALS, {
    pendingDays: 30,
    today: new Date().toISOString().slice(0, 10),
    totals: NO_TOTALS,
    series: { step: 'day', from: null, to: null, points: [] },
    byProduct: [],
    byBillingFrequency: [],
    products: [],
    allSalesCount: 0,
    allActiveCount: 0,
    allSalesCents: 0,
  });
}

/** Sales with the longest, largest and emptiest values. */
async function withExtremes(page: Page): Promise<void> {
  const sale = {
    saleDate: '2026-02-28',
    productName:
      'Enterprise Identity Resolution with Household and Business Graph, all regions, priority support',
    billingFrequency: 'annual',
    amountCents: 99_999_999_999,
    commissionCents: -99_999_999_999,
    isCancelled: true,
    cancelledAt: '2026-03-01T10:00:00Z',
    commissionGroup: 'cancelled',
    customer: {
      id: randomUUID(),
      name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
      email: 'a@b.example',
      company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    },
  };
  const bare = {
    ...sale,
    productName: 'Moonshot',
    amountCents: 0,
    commissionCents: 0,
    isCancelled: false,
    cancelledAt: null,
    customer: null,
  };
  const rows = [sale, bare].map((row) => ({ ...row, id: randomUUID() }));
  await answer(page, TABLE, { rows, hasMore: false, nextAfter: null });
  await change(page, TOTALS, (answered) => ({
    ...answered,
    allSalesCount: 1_234_567,
    allActiveCount: 1_234_567,
    allClawbackCount: 234_567,
    allSalesCents: -999_999_999_999_99,
    totals: Object.fromEntries(
      Object.keys(answered.totals as object).map((figure) => [
        figure,
        figure.endsWith('Count') ? 1_234_567 : -999_999_999_999_99,
      ]),
    ),
  }));
}

/** The whole tab: which parts have loaded, and which sales are shown. */
export const SALES_STATES: readonly PortalState[] = [
  {
    name: 'commissions loading',
    async show(page) {
      await hold(page, TABLE);
      await hold(page, TOTALS);
      await openTab(page);
      await expect(page.getByText('Loading sales')).toHaveCount(1);
      await expect(page.getByText('Loading totals')).toHaveCount(1);
    },
  },
  {
    name: 'commissions table loading',
    async show(page) {
      await hold(page, TABLE);
      await openTab(page);
      await seeText(page, 'Total Sales Value');
      await expect(page.getByText('Loading totals')).toHaveCount(0);
    },
  },
  {
    name: 'commissions totals loading',
    async show(page) {
      await hold(page, TOTALS);
      await openTab(page);
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'commissions table not loaded',
    async show(page) {
      await fail(page, TABLE);
      await openTab(page);
      await seeText(page, 'Failed to load sales data.');
      await seeText(page, 'Remaining commission');
    },
  },
  {
    name: 'commissions totals not loaded',
    async show(page) {
      await fail(page, TOTALS);
      await openTab(page);
      await seeText(page, 'Failed to load totals.');
      await expect(page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'commissions nothing loaded',
    async show(page) {
      await fail(page, TABLE);
      await fail(page, TOTALS);
      await openTab(page);
      await seeText(page, 'Failed to load totals.');
      await seeText(page, 'Failed to load sales data.');
    },
  },
  {
    name: 'commissions none yet',
    async show(page) {
      await withoutSales(page);
      await openTab(page);
      await seeText(page, 'No sales data available yet.');
    },
  },
  {
    name: 'commissions no match',
    async show(page) {
      await openTab(page, '&range=all&q=nobody%20is%20called%20that');
      await seeText(page, 'No sales match these filters.');
    },
  },
  {
    name: 'commissions',
    async show(page) {
      await openTab(page);
      await seeText(page, 'Sales 1 to 25 of');
    },
  },
  {
    name: 'commissions this month',
    async show(page) {
      await openTab(page, '');
      await seeText(page, 'This month: ');
      await expect(page.getByRole('table').locator('tfoot')).toBeVisible();
    },
  },
  {
    name: 'commissions no sales on these days',
    async show(page) {
      await openTab(page, '&from=2001-01-01&to=2001-01-31');
      await seeText(page, 'No sales in this period.');
    },
  },
  {
    name: 'commissions extremes',
    async show(page) {
      await withExtremes(page);
      await openTab(page);
      await seeText(page, 'Unknown Customer');
    },
  },
  {
    name: 'commissions every filter set',
    async show(page) {
      await openTab(
        page,
        '&from=2020-01-01&to=2030-12-31&product=Moonshot&product=Foundation%2B&frequency=annual&status=active&commission=earned&q=a',
      );
      await unfold(page, 'More filters (5)');
      await expect(page.getByRole('button', { name: 'Product 2 chosen' })).toBeVisible();
      await expect(oldFigures(page)).toHaveCount(0);
    },
  },
  {
    name: 'commissions date range chosen',
    async show(page) {
      await openSales(page);
      await page.getByRole('button', { name: 'Last month' }).click();
      await expect(page).toHaveURL(/from=/);
      await expect(oldFigures(page)).toHaveCount(0);
    },
  },
  {
    name: 'commissions being filtered',
    async show(page) {
      await openSales(page);
      await hold(page, TABLE);
      await hold(page, TOTALS);
      await page.getByRole('button', { name: 'This year' }).click();
      await expect(oldFigures(page)).toHaveCount(2);
    },
  },
  {
    name: 'commissions sorted',
    async show(page) {
      await openSales(page, '&range=all&sort=amount');
    },
  },
  {
    name: 'commissions second page',
    async show(page) {
      await openSales(page);
      await page.getByRole('button', { name: 'Next page' }).click();
      await seeText(page, 'Sales 26 to');
    },
  },
  {
    name: 'commissions page being turned',
    async show(page) {
      await openSales(page);
      await hold(page, TABLE, isLaterPage);
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  {
    name: 'commissions second page not loaded',
    async show(page) {
      await openSales(page);
      await fail(page, TABLE, isLaterPage);
      await page.getByRole('button', { name: 'Next page' }).click();
      await expect(page.getByRole('button', { name: 'Back to the first page' })).toBeVisible();
    },
  },
  {
    name: 'commissions out of date',
    async show(page) {
      await openSales(page);
      await fail(page, TABLE);
      await fail(page, TOTALS);
      await comeBackLater(page);
      await seeText(page, 'These totals could not be refreshed');
      await seeText(page, 'These sales could not be refreshed');
    },
  },
];
