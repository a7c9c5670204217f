import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, cut, fail, fn, hold, refuse, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';
import {
  extremePlans,
  priceConflict,
  priceSaved,
  pricesAnswer,
  quietPlans,
  scheduledPlans,
} from './price-answers.ts';

const PRICES = rpc('get_prices');
const CHANGE = fn('change-price');
const TAB = '?tab=prices';

async function openTab(page: Page, plans = scheduledPlans()): Promise<void> {
  await withAccess(page);
  await answer(page, PRICES, pricesAnswer(plans));
  await openAsManager(page, TAB);
  await expect(page.getByRole('table', { name: 'Prices in force' })).toBeVisible();
}

async function openPlan(page: Page, name: string | RegExp, plans?: ReturnType<typeof scheduledPlans>) {
  await openTab(page, plans);
  await page.getByRole('table', { name: 'Prices in force' }).getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openForm(page: Page, plans?: ReturnType<typeof scheduledPlans>): Promise<void> {
  await openTab(page, plans);
  await page.getByRole('button', { name: 'Change the price of Moonshot' }).click();
  await expect(page.getByRole('dialog', { name: 'Change the price of Moonshot' })).toBeVisible();
}

async function ask(page: Page): Promise<void> {
  await openForm(page);
  await page.getByLabel('Monthly', { exact: true }).fill('4200');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog', { name: 'Change the price of Moonshot?' })).toBeVisible();
}

async function set(page: Page): Promise<void> {
  await ask(page);
  await page.getByRole('button', { name: 'Set this price' }).click();
}

async function askCancel(page: Page): Promise<void> {
  await openTab(page);
  await page
    .getByRole('button', { name: /^Cancel the price of Moonshot/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Cancel the scheduled price/ })).toBeVisible();
}

async function cancel(page: Page): Promise<void> {
  await askCancel(page);
  await page.getByRole('button', { name: 'Cancel this price' }).click();
}

/** Operations: prices, their history and their schedule. */
export const PRICE_STATES: readonly PortalState[] = [
  {
    name: 'operations prices loading',
    async show(page) {
      await withAccess(page);
      await hold(page, PRICES);
      await openAsManager(page, TAB);
      await expect(page.getByText('Loading the prices')).toHaveCount(1);
    },
  },
  {
    name: 'operations prices not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, PRICES);
      await openAsManager(page, TAB);
      await seeText(page, 'Failed to load the prices.');
    },
  },
  {
    name: 'operations prices whose code is not loaded',
    async show(page) {
      await withAccess(page);
      await cut(page, '*/prices-panel-*.js');
      await openAsManager(page, TAB);
      await seeText(page, 'Failed to load Prices.');
    },
  },
  {
    name: 'operations prices no plans yet',
    async show(page) {
      await withAccess(page);
      await answer(page, PRICES, pricesAnswer([]));
      await openAsManager(page, TAB);
      await seeText(page, 'No plans yet.');
    },
  },
  {
    name: 'operations prices nothing scheduled',
    async show(page) {
      await openTab(page, quietPlans());
      await seeText(page, 'No price is scheduled.');
    },
  },
  { name: 'operations prices', show: (page) => openTab(page) },
  { name: 'operations prices extremes', show: (page) => openTab(page, extremePlans()) },
  { name: 'operations price', show: (page) => openPlan(page, /^Moonshot/) },
  {
    name: 'operations price without a price',
    show: (page) => openPlan(page, /^A plan that is new/, extremePlans()),
  },
  { name: 'operations price extreme', show: (page) => openPlan(page, /^Wolfe/, extremePlans()) },
  { name: 'operations price form', show: (page) => openForm(page) },
  {
    name: 'operations price form, scheduled',
    async show(page) {
      await openForm(page);
      await page.getByRole('combobox', { name: 'Begins' }).selectOption('At a day and time');
      await page.getByLabel('Day', { exact: true }).fill('2099-01-01');
      await seeText(page, /In your time zone/);
    },
  },
  {
    name: 'operations price form, wrong fields',
    async show(page) {
      await openForm(page);
      await page.getByLabel('Monthly', { exact: true }).fill('0');
      await page.getByLabel('Annual', { exact: true }).fill('1.005');
      await page.getByRole('combobox', { name: 'Begins' }).selectOption('At a day and time');
      await page.getByLabel('Day', { exact: true }).fill('2020-01-01');
      await page.getByRole('button', { name: 'Continue' }).click();
      await seeText(page, 'Use at most two decimals');
      await seeText(page, 'Choose a time that has not passed');
    },
  },
  { name: 'operations price change asked', show: ask },
  {
    name: 'operations price change under way',
    async show(page) {
      await hold(page, CHANGE);
      await set(page);
      await expect(page.getByRole('button', { name: 'Set this price' })).toHaveAttribute(
        'aria-disabled',
        'true',
      );
    },
  },
  {
    name: 'operations price change saved',
    async show(page) {
      await answer(page, CHANGE, priceSaved());
      await set(page);
      await seeText(page, 'Price set');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'operations price change, conflict',
    async show(page) {
      await answer(page, CHANGE, priceConflict());
      await set(page);
      await seeText(page, /Mona Manager scheduled a price from .* Nothing was saved\./);
      await expect(page.getByLabel('Monthly', { exact: true })).toHaveValue('4200');
    },
  },
  {
    name: 'operations price change not saved',
    async show(page) {
      await refuse(page, CHANGE, 503, 'unavailable');
      await set(page);
      await seeText(page, 'The server cannot be reached.');
    },
  },
  {
    name: 'operations price change refused beside its field',
    async show(page) {
      await refuse(page, CHANGE, 400, 'invalid_request', {
        fields: { amounts: 'The plan already has this price at that time' },
      });
      await set(page);
      await seeText(page, 'The plan already has this price at that time');
    },
  },
  { name: 'operations price cancel asked', show: askCancel },
  {
    name: 'operations price cancel done',
    async show(page) {
      await answer(page, CHANGE, priceSaved());
      await cancel(page);
      await seeText(page, 'Scheduled price cancelled');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'operations price cancel, conflict',
    async show(page) {
      await answer(page, CHANGE, { ...priceConflict(), plan: quietPlans()[2] });
      await cancel(page);
      await seeText(page, 'There is nothing left to cancel.');
    },
  },
  {
    name: 'operations price cancel failed',
    async show(page) {
      await refuse(page, CHANGE, 403, 'forbidden');
      await cancel(page);
      await seeText(page, 'Your access to Operations has ended.');
    },
  },
];
