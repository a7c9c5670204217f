import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, change, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const LIST = rpc('get_customers');
const NONE = { revoked: 0, expired: 0, expiring: 0, active: 0, opened: 0, issued: 0 };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

async function openList(page: Page, query = ''): Promise<void> {
  await open(page, `?tab=customers${query}`);
  await expect(page.getByRole('table')).toBeVisible();
}

/** The first page of the list, with another page after it. */
async function openWithMore(page: Page): Promise<void> {
  await change(page, LIST, (list) => ({ ...list, hasMore: true, nextAfter: 'next' }));
  await openList(page);
}

const isSecondPage = ({ after }: Readonly<Record<string, unknown>>) => after === 'next';

export const noCustomers = () => ({
  rows: [],
  hasMore: false,
  nextAfter: null,
  counts: NONE,
  now: inHours(0),
});

/** Customers with the longest and the emptiest values. */
export function extremeCustomers() {
  const customer = {
    name: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(4).trim(),
    email: `${'accounts.payable.'.repeat(6)}desk@${'subsidiary.'.repeat(5)}holding.example`,
    company: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
    status: 'active',
    hasLiveSession: true,
    issuedAt: inHours(-40),
    firstOpenedAt: inHours(-39),
    lastOpenedAt: inHours(-1),
    openingsCount: 1_204,
    pricesSeenCount: 98_765,
    pricesLastSeenAt: inHours(-1),
    tokenExpiresAt: inHours(8),
    expiringFrom: inHours(2),
    extensionSeconds: ACCESS_LINK_LIFE_SECONDS,
    revokedAt: null,
  };
  const bare = { ...customer, name: '', company: '', openingsCount: 0, pricesSeenCount: 0 };
  return {
    rows: [
      { ...customer, customerId: randomUUID() },
      {
        ...bare,
        customerId: randomUUID(),
        email: 'a@b.example',
        status: 'expiring',
        firstOpenedAt: null,
        lastOpenedAt: null,
        pricesLastSeenAt: null,
        tokenExpiresAt: inHours(0.5),
        expiringFrom: inHours(-5.5),
      },
    ],
    hasMore: false,
    nextAfter: null,
    counts: { ...NONE, active: 1_234, expiring: 56_789, expired: 123_456 },
    now: inHours(0),
  };
}

const opening = (number: number) => ({
  id: randomUUID(),
  customerId: randomUUID(),
  name: number === 0 ? 'Ana Diaz' : `Customer ${number}`,
  email: `customer-${number}@acme.example`,
  company: 'Acme Freight',
  openedAt: inHours(0),
  isFirst: true,
});

async function toldOf(page: Page, openings: number): Promise<void> {
  await answer(page, rpc('get_customer_openings'), {
    openings: Array.from({ length: openings }, (_, index) => opening(index)),
    now: inHours(0),
    nextSince: inHours(0),
  });
  await openList(page);
}

export const CUSTOMER_STATES: readonly PortalState[] = [
  {
    name: 'customers loading',
    async show(page) {
      await hold(page, LIST);
      await open(page, '?tab=customers');
      await expect(page.getByText('Loading your customers')).toHaveCount(1);
    },
  },
  {
    name: 'customers not loaded',
    async show(page) {
      await fail(page, LIST);
      await open(page, '?tab=customers');
      await seeText(page, 'Failed to load your customers.');
    },
  },
  {
    name: 'customers none yet',
    async show(page) {
      await answer(page, LIST, noCustomers());
      await open(page, '?tab=customers');
      await seeText(page, 'No customers yet.');
    },
  },
  {
    name: 'customers no match',
    async show(page) {
      await open(page, '?tab=customers&find=nobody%20is%20called%20that');
      await seeText(page, 'No customer matches.');
    },
  },
  { name: 'customers', show: openList },
  {
    name: 'customers filtered',
    async show(page) {
      await openList(page, '&state=expired&find=northpine');
      await seeText(page, 'Tom Becker');
    },
  },
  {
    name: 'customers being filtered',
    async show(page) {
      await openList(page);
      await hold(page, LIST);
      await page.getByRole('button', { name: /^Expired/ }).click();
      await expect(page.locator('#main [aria-busy=true]')).toBeVisible();
    },
  },
  {
    name: 'customers extremes',
    async show(page) {
      await answer(page, LIST, extremeCustomers());
      await openList(page);
    },
  },
  {
    name: 'customers more to load',
    async show(page) {
      await openWithMore(page);
      await expect(page.getByRole('button', { name: 'Load more' })).toBeVisible();
    },
  },
  {
    name: 'customers loading more',
    async show(page) {
      await openWithMore(page);
      await hold(page, LIST, isSecondPage);
      await page.getByRole('button', { name: 'Load more' }).click();
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  {
    name: 'customers more not loaded',
    async show(page) {
      await openWithMore(page);
      await fail(page, LIST, isSecondPage);
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load your customers.');
    },
  },
  {
    name: 'customers out of date',
    async show(page) {
      await openList(page);
      // After any action, the list reloads.
      await refuse(page, fn('extend-access'), 503, 'unavailable');
      await fail(page, LIST);
      await page
        .getByRole('button', { name: /^Extend/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: `Extend to ${durationWords(ACCESS_LINK_LIFE_SECONDS)}` })
        .click();
      await seeText(page, 'The server cannot be reached. Please try again.');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await seeText(page, 'This list could not be refreshed and may be out of date.');
    },
  },
  {
    name: 'customers one opened the link',
    async show(page) {
      await toldOf(page, 1);
      await seeText(page, 'Opened: Ana Diaz opened the access link');
    },
  },
  {
    name: 'customers many opened their links',
    async show(page) {
      await toldOf(page, 4);
      await seeText(page, 'Opened: 4 customers opened their access links');
    },
  },
];
