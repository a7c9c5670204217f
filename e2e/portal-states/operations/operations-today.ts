import type { Page } from '@playwright/test';
import { expect } from '../../browser.ts';
import { answer, cut, fail, hold, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { openAsManager, withAccess } from './operations-access.ts';

const TODAY = rpc('get_operations_today');
const LINKS = rpc('get_links_ending_today');

const hours = (from: number) => new Date(Date.now() + from * 3_600_000).toISOString();

export const nothingWaits = () => ({
  newRequests: { today: 0, recent: 0, older: 0, overdue: 0, oldestAt: null as string | null },
  linksEnding: { count: 0, firstEndsAt: null as string | null },
  quarantined: { count: 0, oldestAt: null as string | null },
  failedMails: { count: 0, oldestAt: null as string | null },
  undeliveredMails: [] as object[],
  priceChangeCount: 0,
  priceChanges: [] as object[],
  releaseFailures: [] as object[],
  siteFaults: 0,
  recentDays: 2,
  soonDays: 7,
  day: new Date().toISOString().slice(0, 10),
  now: new Date().toISOString(),
});

const LONG = 'a-name-without-a-break-'.repeat(3);

const busy = (version = 'b41c9f2e') => ({
  ...nothingWaits(),
  newRequests: { today: 12, recent: 4, older: 1, overdue: 5, oldestAt: hours(-120) },
  linksEnding: { count: 2, firstEndsAt: hours(1) },
  quarantined: { count: 1_204, oldestAt: hours(-30) },
  priceChangeCount: 1,
  priceChanges: [{ plan: 'Growth', validFrom: hours(40) }],
  releaseFailures: [
    { application: 'portal', version, failures: 3, errors: 12, lastSeenAt: hours(-0.1) },
    { application: 'host', version: 'c0ffee12', failures: 0, errors: 1, lastSeenAt: hours(-5) },
  ],
  siteFaults: 2,
});

const link = (n: number, changes: object = {}) => ({
  customerId: `00000000-0000-4000-8000-0000000000b${n}`,
  name: 'Grace Moss',
  email: 'grace@moss.example',
  company: 'Moss Ltd',
  repName: 'Robin Vale',
  endsAt: hours(n),
  wasOpened: n % 2 === 0,
  ...changes,
});
const linksPage = (rows: readonly object[]) => ({
  rows,
  hasMore: false,
  nextAfter: null,
  now: new Date().toISOString(),
});

async function openToday(page: Page, answered: object = busy(), query = ''): Promise<void> {
  await withAccess(page);
  await answer(page, TODAY, answered);
  await openAsManager(page, query);
  await expect(page.getByRole('tabpanel', { name: 'Today' })).toBeVisible();
}

async function openLinks(page: Page, rows: readonly object[]): Promise<void> {
  await answer(page, LINKS, linksPage(rows));
  await openToday(page, busy(), '?waiting=links');
}

/** The first tab of Operations. */
export const TODAY_STATES: readonly PortalState[] = [
  {
    name: 'operations today loading',
    async show(page) {
      await withAccess(page);
      await hold(page, TODAY);
      await openAsManager(page, '');
      await expect(page.getByText('Loading what waits')).toHaveCount(1);
    },
  },
  {
    name: 'operations today not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, TODAY);
      await openAsManager(page, '');
      await seeText(page, 'Failed to load what waits.');
    },
  },
  {
    name: 'operations today, its code not loaded',
    async show(page) {
      await withAccess(page);
      await cut(page, '*/today-panel-*.js');
      await openAsManager(page, '');
      await seeText(page, 'Failed to load Today.');
    },
  },
  {
    name: 'operations today, nothing waits',
    async show(page) {
      await openToday(page, nothingWaits());
      await seeText(page, 'Nothing waits.');
    },
  },
  {
    name: 'operations today',
    async show(page) {
      await openToday(page);
      await seeText(page, 'new requests of today');
    },
  },
  {
    name: 'operations today extremes',
    async show(page) {
      await openToday(page, busy(LONG));
      await seeText(page, LONG);
    },
  },
  {
    name: 'operations today, links that end',
    async show(page) {
      await openLinks(page, [
        link(1),
        link(2, { name: '', company: '' }),
        link(3, { name: LONG, company: LONG }),
      ]);
      await seeText(page, 'Moss Ltd');
    },
  },
  {
    name: 'operations today, one link that ends',
    async show(page) {
      await openLinks(page, [link(1)]);
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Grace Moss/ })
        .click();
      await expect(page.getByRole('dialog', { name: 'Grace Moss' })).toBeVisible();
    },
  },
  {
    name: 'operations today, no link ends',
    async show(page) {
      await openLinks(page, []);
      await seeText(page, 'No more access links end today.');
    },
  },
  {
    name: 'operations today, links not loaded',
    async show(page) {
      await fail(page, LINKS);
      await openToday(page, busy(), '?waiting=links');
      await seeText(page, 'Failed to load the links.');
    },
  },
  {
    name: 'operations today, failures of live versions',
    async show(page) {
      await openToday(page, busy(), '?waiting=releases');
      await seeText(page, /3 failed loads, 12 errors/);
    },
  },
  {
    name: 'operations today shortcuts',
    async show(page) {
      await openToday(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
