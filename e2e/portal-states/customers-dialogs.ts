import { randomUUID } from 'node:crypto';
import { TIMELINE_EVENTS } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const LIST = rpc('get_customers');
const TIMELINE = rpc('get_customer_timeline');

async function openDetails(page: Page, name: RegExp): Promise<void> {
  await open(page, '?tab=customers');
  await page.getByRole('table').getByRole('button', { name }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** Whether a call asks for one customer, not for the list. */
const isForOne = ({ filter }: Readonly<Record<string, unknown>>) =>
  typeof filter === 'object' && filter !== null && 'lead_id' in filter;

async function openUnlisted(page: Page): Promise<void> {
  await open(page, `?tab=customers&customer=${randomUUID()}`);
  await expect(page.getByRole('dialog', { name: 'Customer' })).toBeVisible();
}

/** One event of each kind, so each sentence appears. */
function everyEvent() {
  const actors = ['you', 'customer', 'colleague', 'operator', 'system'] as const;
  return {
    lines: TIMELINE_EVENTS.map((event, index) => ({
      id: randomUUID(),
      occurredAt: new Date(Date.now() - index * 3_600_000).toISOString(),
      event,
      by: actors[index % actors.length],
      expiresAt: event.startsWith('link_') ? new Date().toISOString() : null,
      reason: event === 'customer_sign_in_failed' ? 'revoked' : null,
    })),
    hasMore: true,
  };
}

const ACTIONS = [
  {
    action: 'extend',
    opener: /^Extend/,
    confirm: `Extend to ${durationWords(ACCESS_LINK_LIFE_SECONDS)}`,
    call: fn('extend-access'),
  },
  { action: 'revoke', opener: /^Revoke/, confirm: 'Revoke access', call: fn('revoke-access') },
] as const;
type Action = (typeof ACTIONS)[number];

async function ask(page: Page, opener: RegExp): Promise<void> {
  await open(page, '?tab=customers');
  await page.getByRole('table').getByRole('button', { name: opener }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function act(page: Page, { opener, confirm }: Action): Promise<void> {
  await ask(page, opener);
  await page.getByRole('button', { name: confirm }).click();
}

const DONE_ANSWER = {
  customerId: '10000000-0000-4000-8000-000000000002',
  expiresAt: '2099-01-03T09:05:00Z',
  revokedAt: '2099-01-03T09:05:00Z',
};

const actionStates = (action: Action): PortalState[] => [
  { name: `${action.action} asked`, show: (page) => ask(page, action.opener) },
  {
    name: `${action.action} under way`,
    async show(page) {
      await hold(page, action.call);
      await act(page, action);
      await expect(page.getByRole('dialog').locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  {
    name: `${action.action} done`,
    async show(page) {
      await answer(page, action.call, DONE_ANSWER);
      await act(page, action);
      await seeText(page, action.action === 'extend' ? 'Access extended' : 'Access revoked');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
];

function failed(
  action: Action,
  name: string,
  words: string,
  prepare: (page: Page) => Promise<unknown>,
): PortalState {
  return {
    name: `${action.action} failed, ${name}`,
    async show(page) {
      await prepare(page);
      await act(page, action);
      await seeText(page, words);
    },
  };
}

const [EXTEND, REVOKE] = ACTIONS;

/** One customer: the facts and the available actions. */
export const CUSTOMER_DIALOG_STATES: readonly PortalState[] = [
  {
    name: 'customer',
    async show(page) {
      await answer(page, TIMELINE, everyEvent());
      await openDetails(page, /^Priya Raman/);
      await seeText(page, 'You sent a verification code');
      // The focus is not on the first button, because that button would act.
      await expect(page.getByRole('heading', { name: 'Priya Raman' })).toBeFocused();
    },
  },
  {
    name: 'customer revoked',
    async show(page) {
      await openDetails(page, /^Henry Voss/);
      await seeText(page, 'The link was revoked');
    },
  },
  {
    name: 'customer timeline loading',
    async show(page) {
      await hold(page, TIMELINE);
      await openDetails(page, /^Priya Raman/);
      await expect(page.getByText('Loading the history')).toHaveCount(1);
    },
  },
  {
    name: 'customer timeline not loaded',
    async show(page) {
      await fail(page, TIMELINE);
      await openDetails(page, /^Priya Raman/);
      await seeText(page, 'Failed to load the history.');
    },
  },
  {
    name: 'customer timeline empty',
    async show(page) {
      await answer(page, TIMELINE, { lines: [], hasMore: false });
      await openDetails(page, /^Priya Raman/);
      await seeText(page, 'Nothing is on record yet.');
    },
  },
  {
    name: 'customer timeline, its end',
    async show(page) {
      await answer(page, TIMELINE, everyEvent());
      await openDetails(page, /^Priya Raman/);
      await seeText(page, 'Some older lines are not shown.');
      await page.getByText('Some older lines are not shown.').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'customer not on the list, loading',
    async show(page) {
      await hold(page, LIST, isForOne);
      await openUnlisted(page);
      await expect(page.getByText('Loading the customer', { exact: true })).toHaveCount(1);
    },
  },
  {
    name: 'customer not on the list, not loaded',
    async show(page) {
      await fail(page, LIST, isForOne);
      await openUnlisted(page);
      await seeText(page, 'Failed to load the customer.');
    },
  },
  {
    name: 'customer not one of yours',
    async show(page) {
      await openUnlisted(page);
      await seeText(page, 'This customer is not one of yours');
    },
  },
  ...actionStates(EXTEND),
  ...actionStates(REVOKE),
  { name: 'issue again asked', show: (page) => ask(page, /^Issue again/) },
  {
    name: 'issue again, details filled in',
    async show(page) {
      await ask(page, /^Issue again/);
      await page.getByRole('button', { name: 'Go to Qualify Customers' }).click();
      await expect(page.getByLabel('Customer email*', { exact: true })).toHaveValue(/@/);
    },
  },
  failed(EXTEND, 'no link', 'This customer has no link that could be extended.', (page) =>
    refuse(page, EXTEND.call, 403, 'forbidden'),
  ),
  failed(REVOKE, 'not yours any more', 'This customer is no longer yours.', (page) =>
    refuse(page, REVOKE.call, 404, 'not_found'),
  ),
  failed(REVOKE, 'session ended', 'Your session has ended. Sign in again, then try once more.', (page) =>
    refuse(page, REVOKE.call, 401, 'unauthenticated'),
  ),
  failed(EXTEND, 'server error', 'An unexpected error occurred.', (page) =>
    refuse(page, EXTEND.call, 500, 'internal'),
  ),
  {
    name: 'revoke failed, offline',
    async show(page) {
      await ask(page, REVOKE.opener);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: REVOKE.confirm }).click();
      await seeText(page, 'The server cannot be reached.');
    },
  },
];
