import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { todayAnswer } from '../../../portal/src/features/today/today-fixtures.ts';
import { expect } from '../../browser.ts';
import { answer, change, cut, fail, fn, hold, refuse, rpc } from '../answers.ts';
import { type PortalState, seeText } from '../portal-state.ts';
import { ROBIN, requestsPage, someRequests } from '../request-answers.ts';

const RENEW = fn('renew-session');
const ACCESS = rpc('get_manager_access');
const SEND = fn('send-manager-code');
const CHECK = fn('check-manager-code');
export const LIST = rpc('get_contact_requests');
export const REPS = rpc('get_reps_for_assignment');

const access = (leftMs: number | null, isManager = true) => ({
  isManager,
  managerUntil: leftMs === null ? null : new Date(Date.now() + leftMs).toISOString(),
  now: new Date().toISOString(),
});
/** The answer about the access of a manager who is none any more. */
export const lostRight = () => access(null, false);
const EIGHT_HOURS_MS = 8 * 3_600_000;

/** The answer after a code was mailed. */
export const sentCode = () => ({
  codeId: randomUUID(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  validForSeconds: 600,
  resendAfterSeconds: 45,
  maxAttempts: 5,
});

/** On this page, the signed-in rep is a manager. */
export async function openAsManager(page: Page, query = '?tab=requests'): Promise<void> {
  await change(page, RENEW, (grant) => {
    const actor = grant.actor as { rep: object };
    return { ...grant, actor: { ...actor, rep: { ...actor.rep, isManager: true } } };
  });
  await page.goto(`/sales-portal/operations${query}`);
  await expect(page.locator('h1')).toHaveText('Operations');
}

async function openGate(page: Page): Promise<void> {
  await answer(page, ACCESS, access(null));
  await openAsManager(page);
  await expect(page.getByRole('button', { name: 'Email me a code' })).toBeVisible();
}

async function sendCode(page: Page): Promise<void> {
  await answer(page, SEND, sentCode());
  await openGate(page);
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await expect(page.getByLabel('6-digit code', { exact: true })).toBeFocused();
}

async function enterCode(page: Page): Promise<void> {
  await sendCode(page);
  await page.getByLabel('6-digit code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Open Operations' }).click();
}

/** Access is open, and the calls of the list have answers. */
export async function withAccess(page: Page, leftMs = EIGHT_HOURS_MS): Promise<void> {
  await answer(page, ACCESS, access(leftMs));
  // For the count on the tab Requests. Pages learn the time from it.
  await answer(page, rpc('get_operations_today'), { ...todayAnswer(), now: new Date().toISOString() });
  await answer(page, rpc('get_contact_request_choices'), {
    sources: ['general', 'pricing'],
    campaigns: ['autumn'],
    pages: ['https://partner.example/reviews'],
  });
  await answer(page, REPS, [{ ...ROBIN, email: 'robin.vale@corvane.example' }]);
}

/** Operations: who may open it, and the code. */
export const OPERATIONS_ACCESS_STATES: readonly PortalState[] = [
  {
    name: 'operations, for a rep who is no manager',
    async show(page) {
      await page.goto('/sales-portal/operations');
      await seeText(page, 'Operations is for managers only');
    },
  },
  {
    name: 'operations, access being checked',
    async show(page) {
      await hold(page, ACCESS);
      await openAsManager(page);
      await expect(page.getByText('Loading your access')).toHaveCount(1);
    },
  },
  {
    name: 'operations, access not checked',
    async show(page) {
      await fail(page, ACCESS);
      await openAsManager(page);
      await seeText(page, 'Failed to load your access.');
    },
  },
  {
    name: 'operations, no manager any more',
    async show(page) {
      await answer(page, ACCESS, lostRight());
      await openAsManager(page);
      await seeText(page, 'You are no longer a manager.');
    },
  },
  {
    name: 'operations, its code not loaded',
    // The page's heading loads with the code.
    without: ['page-has-heading-one'],
    async show(page) {
      await cut(page, '*/operations-area-*.js');
      await change(page, RENEW, (grant) => {
        const actor = grant.actor as { rep: object };
        return { ...grant, actor: { ...actor, rep: { ...actor.rep, isManager: true } } };
      });
      await page.goto('/sales-portal/operations');
      await seeText(page, 'Failed to load Operations.');
    },
  },
  { name: 'operations, before the code', show: openGate },
  {
    name: 'operations, code being sent',
    async show(page) {
      await hold(page, SEND);
      await openGate(page);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  {
    name: 'operations, code not sent',
    async show(page) {
      await refuse(page, SEND, 429, 'rate_limited', { retryAfterSeconds: 60 });
      await openGate(page);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await seeText(page, 'Too many codes. Please try again in 60 seconds.');
    },
  },
  { name: 'operations, code sent', show: sendCode },
  {
    name: 'operations, code refused',
    async show(page) {
      await refuse(page, CHECK, 400, 'invalid_request', { fields: { code: 'refused' } });
      await enterCode(page);
      await seeText(page, 'This code is not right, or no longer works.');
    },
  },
  {
    name: 'operations, code not checked',
    async show(page) {
      await refuse(page, CHECK, 503, 'unavailable');
      await enterCode(page);
      await seeText(page, 'The server cannot be reached.');
    },
  },
  {
    name: 'operations, access ended',
    async show(page) {
      await withAccess(page, 5_000);
      await answer(page, LIST, requestsPage(someRequests()));
      await openAsManager(page);
      await seeText(page, 'Your access to Operations has ended');
    },
  },
];
