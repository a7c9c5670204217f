import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, fail, hold, rpc } from '../answers.ts';
import { extremeCustomers, noCustomers } from '../customers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';
import { LIST as REPS, repsPage, someReps } from './representative-answers.ts';

const LIST = rpc('get_customers');
const LONG = 'a-name-without-a-break-'.repeat(3);

/** The first has many of everything, the second nothing. */
function scoped() {
  const page = extremeCustomers();
  return {
    ...page,
    rows: page.rows.map((row, at) => ({
      ...row,
      representative: at === 0 ? LONG : 'Dana Whitfield',
      salesCount: at === 0 ? 1_234_567 : 0,
      requestsCount: at === 0 ? 98_765 : 0,
    })),
  };
}

async function openTab(page: Page, query = ''): Promise<void> {
  await withAccess(page);
  await answer(page, REPS, repsPage(someReps()));
  await openAsManager(page, `?tab=customers${query}`);
}

async function openList(page: Page): Promise<void> {
  await answer(page, LIST, scoped());
  await openTab(page);
  await expect(page.getByRole('table')).toBeVisible();
}

/** Every representative's customers. */
export const OPERATIONS_CUSTOMERS_STATES: readonly PortalState[] = [
  {
    name: 'operations customers loading',
    async show(page) {
      await hold(page, LIST);
      await openTab(page);
      await expect(page.getByText('Loading the customers')).toHaveCount(1);
    },
  },
  {
    name: 'operations customers not loaded',
    async show(page) {
      await fail(page, LIST);
      await openTab(page);
      await seeText(page, 'Failed to load the customers.');
    },
  },
  {
    name: 'operations customers none yet',
    async show(page) {
      await answer(page, LIST, noCustomers());
      await openTab(page);
      await seeText(page, 'No customers yet.');
    },
  },
  {
    name: 'operations customers no match',
    async show(page) {
      await answer(page, LIST, noCustomers());
      await openTab(page, '&customers-rep=00000000-0000-4000-8000-0000000000b9');
      await seeText(page, 'No customer matches.');
    },
  },
  { name: 'operations customers extremes', show: openList },
  {
    name: 'operations customer',
    async show(page) {
      await openList(page);
      await page.getByRole('table').locator('[data-row-opener]').first().click();
      await expect(page.getByRole('dialog').getByText(LONG)).toBeVisible();
    },
  },
];
