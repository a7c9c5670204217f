import type { Locator, Page } from '@playwright/test';
import { openTimed, type StepScope, type StepTimes, takeStep } from './in-page-clock.ts';

type StepKind = 'sort' | 'filter' | 'search' | 'next page' | 'shown before';

export interface Sample extends StepTimes {
  kind: StepKind;
}

/** The shortest pause of a person. The step before is finished by then. */
const PAUSE_MS = 300;

const SORT_HEADS = ['Product', 'Customer', 'Amount', 'Commission', 'Date', 'Status'];
const CHOICES = [
  ['Status', 'active'],
  ['Status', 'cancelled'],
  ['Billing', 'monthly'],
  ['Billing', 'annual'],
] as const;
const PRODUCTS = ['Moonshot', 'Enterprise'];
/** No two of them can be the same days. */
const RANGES = ['This month', 'Last month', 'Last 90 days'];
/** Customers and companies of the generated sales: one customer, one company, nearly all. */
const SEARCHES = ['customer 00042', 'company 77', 'customer'];

/** Each column head twice, in a freshly opened page: all orders except its first one. */
export async function sortSteps(page: Page, url: string): Promise<Sample[]> {
  await openTimed(page, url);
  const samples: Sample[] = [];
  const seen = new Set([new URL(page.url()).search]);
  for (const head of SORT_HEADS) {
    for (let press = 0; press < 2; press += 1) {
      const button = page.getByRole('columnheader', { name: head }).getByRole('button');
      const times = await stepAfterPause(button, null, 'rows');
      const { search } = new URL(page.url());
      const kind = seen.has(search) ? 'shown before' : 'sort';
      samples.push({ kind, ...times });
      seen.add(search);
    }
  }
  return samples;
}

/** Each filter from the unfiltered view, in a freshly opened page. */
export async function filterSteps(page: Page, url: string): Promise<Sample[]> {
  await openTimed(page, url);
  const samples: Sample[] = [];
  const filter = async (kind: StepKind, element: Locator, value: string | null, undo = clearAll) => {
    samples.push({ kind, ...(await stepAfterPause(element, value, 'rows and totals')) });
    await undo(page);
  };
  for (const [label, value] of CHOICES) {
    await filter('filter', page.getByRole('combobox', { name: label }), value);
  }
  for (const product of PRODUCTS) {
    await page.getByRole('button', { name: 'Product All products' }).click();
    await filter('filter', page.getByRole('checkbox', { name: product }), null);
  }
  for (const range of RANGES) {
    await filter('filter', page.getByRole('button', { name: range }), null, showAllTime);
  }
  for (const text of SEARCHES) {
    await filter('search', page.getByRole('searchbox', { name: 'Search sales' }), text);
  }
  return samples;
}

export async function turnPage(page: Page, name: 'Next page' | 'Previous page'): Promise<StepTimes> {
  return takeStep(page.getByRole('button', { name }), null, 'rows');
}

export async function stepAfterPause(
  element: Locator,
  value: string | null,
  scope: StepScope,
): Promise<StepTimes> {
  await element.page().waitForTimeout(PAUSE_MS);
  return takeStep(element, value, scope);
}

/** As `clearAll`, which the page does not offer for this month: that is what it shows without a filter. */
async function showAllTime(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'All time' }).click();
  await page.getByRole('button', { name: 'All time', pressed: true }).waitFor();
  await page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' });
}

export async function clearAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Clear all', exact: true }).click();
  await page.locator('#main [aria-busy=true]').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear all', exact: true }).waitFor({ state: 'detached' });
}
