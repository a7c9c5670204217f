import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { demoRep, readRows } from '../stack.ts';
import { cut, fail, hold, rpc } from './answers.ts';
import { CHARTS, oldFigures, openSales, openTab, TABLE, TOTALS } from './commissions.ts';
import { open, type PortalState, seeText, unfold } from './portal-state.ts';

const EXPLANATION = rpc('get_sale_explanation');

/** On a phone, charts are folded. */
async function openCharts(page: Page): Promise<void> {
  await open(page, '?tab=commissions&range=all');
  await expect(page.getByRole('table').locator('tfoot')).toBeVisible();
  await unfold(page, 'Show charts');
}

async function seeCharts(page: Page): Promise<void> {
  await openCharts(page);
  await expect(page.locator('svg.recharts-surface')).toHaveCount(4);
}

async function openExplanation(page: Page, saleId: string): Promise<void> {
  await openTab(page, `&range=all&sale=${saleId}`);
  await expect(page.getByRole('dialog', { name: 'How this was calculated' })).toBeVisible();
}

/** What a sale of each kind fulfills. */
const KINDS = {
  earned: 'and not is_cancelled and commission > 0 and sale_date < current_date - 40',
  pending: 'and not is_cancelled and commission > 0 and sale_date > current_date - 20',
  'clawed back': 'and not is_cancelled and commission < 0',
  cancelled: 'and is_cancelled',
};

const explained = Object.entries(KINDS).map(
  ([kind, condition]): PortalState => ({
    name: `explanation, ${kind}`,
    async show(page) {
      const [sale] = await readRows(
        'sales_records',
        { sales_rep_id: (await demoRep()).id },
        `${condition} order by id limit 1`,
      );
      await openExplanation(page, String(sale?.id));
      await seeText(page, `Counts as ${kind}`);
    },
  }),
);

async function openAnyExplanation(page: Page): Promise<void> {
  const [sale] = await readRows(
    'sales_records',
    { sales_rep_id: (await demoRep()).id },
    'order by id limit 1',
  );
  await openExplanation(page, String(sale?.id));
}

const FEATURES = rpc('get_product_features');

/** The sold product, at the end of the explanation. */
const SOLD: readonly PortalState[] = [
  {
    name: 'explanation, what was sold',
    async show(page) {
      await openAnyExplanation(page);
      await seeText(page, 'In-Market Audience Creations');
      await page.getByText('In-Market Audience Creations').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'explanation, product loading',
    async show(page) {
      await hold(page, FEATURES);
      await openAnyExplanation(page);
      await expect(page.getByText('Loading the product')).toHaveCount(1);
      await page.getByText(/^What was sold/).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'explanation, product not loaded',
    async show(page) {
      await fail(page, FEATURES);
      await openAnyExplanation(page);
      await seeText(page, 'Failed to load the product.');
      await page.getByText('Failed to load the product.').scrollIntoViewIfNeeded();
    },
  },
];

const isExport = ({ page_size }: Readonly<Record<string, unknown>>) => page_size === 1000;

/** The parts of the tab that open, unfold or run an action. */
export const SALE_STATES: readonly PortalState[] = [
  {
    name: 'filters product menu',
    async show(page) {
      await openSales(page);
      await unfold(page, 'More filters');
      await page.getByRole('button', { name: 'Product All products' }).click();
      await page.getByRole('checkbox', { name: 'Moonshot' }).check();
      await expect(oldFigures(page)).toHaveCount(0);
      await expect(page.getByRole('checkbox', { name: 'Moonshot' })).toBeVisible();
    },
  },
  {
    name: 'filters product menu with nothing yet',
    async show(page) {
      await hold(page, TOTALS);
      await openTab(page);
      await unfold(page, 'More filters');
      await page.getByRole('button', { name: 'Product All products' }).click();
      await seeText(page, 'Nothing to choose from yet');
    },
  },
  {
    name: 'commission part open',
    async show(page) {
      await openSales(page);
      await page.getByRole('button', { name: 'Clawed back' }).click();
      await seeText(page, 'with a negative commission');
    },
  },
  {
    name: 'charts loading',
    async show(page) {
      await hold(page, CHARTS);
      await openCharts(page);
      await expect(page.getByText('Loading the charts')).toHaveCount(1);
    },
  },
  {
    name: 'charts not loaded',
    async show(page) {
      await cut(page, CHARTS);
      await openCharts(page);
      await seeText(page, 'The charts could not be loaded.');
    },
  },
  { name: 'charts', show: seeCharts },
  {
    name: 'charts pointed at',
    async show(page) {
      await seeCharts(page);
      await page.locator('svg.recharts-surface').first().hover();
      await seeText(page, /^Active \$/);
    },
  },
  {
    name: 'charts tables open',
    async show(page) {
      await seeCharts(page);
      for (const summary of await page.getByText('Figures as a table').all()) await summary.click();
      await expect(page.getByRole('table', { name: 'Sales by billing frequency' })).toBeVisible();
    },
  },
  {
    name: 'charts hidden',
    async show(page) {
      await openCharts(page);
      await page.getByRole('button', { name: 'Hide charts' }).click();
      await expect(page.getByRole('figure')).toHaveCount(0);
    },
  },
  {
    name: 'explanation loading',
    async show(page) {
      await hold(page, EXPLANATION);
      await openExplanation(page, randomUUID());
      await expect(page.getByText('Loading the explanation')).toHaveCount(1);
    },
  },
  {
    name: 'explanation not loaded',
    async show(page) {
      await fail(page, EXPLANATION);
      await openExplanation(page, randomUUID());
      await seeText(page, 'Failed to load the explanation.');
    },
  },
  {
    name: 'explanation of a sale that is not yours',
    async show(page) {
      await openExplanation(page, randomUUID());
      await seeText(page, 'This sale is not one of yours');
    },
  },
  ...explained,
  ...SOLD,
  {
    name: 'export running',
    async show(page) {
      await openSales(page);
      await hold(page, TABLE, isExport);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await seeText(page, 'exported');
    },
  },
  {
    name: 'export failed',
    async show(page) {
      await openSales(page);
      await fail(page, TABLE, isExport);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await seeText(page, 'Failed to export sales');
    },
  },
  {
    name: 'export done',
    async show(page) {
      await openSales(page);
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await seeText(page, 'Exported');
    },
  },
];
