import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, change, cut, fail, fn, hold, refuse, rpc } from './answers.ts';
import { type PortalState, seeText } from './portal-state.ts';
import {
  conflictWith,
  extremeRequests,
  ROBIN,
  requestRow,
  requestsPage,
  someRequests,
} from './request-answers.ts';

const RENEW = fn('renew-session');
const ACCESS = rpc('get_manager_access');
const SEND = fn('send-manager-code');
const CHECK = fn('check-manager-code');
const LIST = rpc('get_contact_requests');
const REPS = rpc('get_reps_for_assignment');
export const CHANGE_REQUEST = fn('change-contact-request');

const access = (leftMs: number | null, isManager = true) => ({
  is_manager: isManager,
  manager_until: leftMs === null ? null : new Date(Date.now() + leftMs).toISOString(),
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
  await answer(page, rpc('get_contact_request_choices'), {
    sources: ['general', 'pricing'],
    campaigns: ['autumn'],
    pages: ['https://partner.example/reviews'],
  });
  await answer(page, REPS, [{ ...ROBIN, email: 'robin.vale@corvane.example' }]);
}

async function openList(
  page: Page,
  answered = requestsPage(someRequests()),
  query = '?tab=requests',
): Promise<void> {
  await withAccess(page);
  await answer(page, LIST, answered);
  await openAsManager(page, query);
  await expect(page.getByRole('table')).toBeVisible();
}

export async function openAda(page: Page): Promise<void> {
  await openList(page);
  await page
    .getByRole('table')
    .getByRole('button', { name: /^Ada Lovelace/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Ada Lovelace' })).toBeVisible();
}

const isSecondPage = ({ after }: Readonly<Record<string, unknown>>) => after === 'next';

async function askRelease(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'Release Emil Moreau' }).click();
  await expect(page.getByRole('dialog', { name: /^Release the request/ })).toBeVisible();
}

async function release(page: Page): Promise<void> {
  await askRelease(page);
  await page.getByRole('button', { name: 'Release', exact: true }).click();
}

/** Operations: the code, and every contact request. */
export const OPERATIONS_STATES: readonly PortalState[] = [
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
      await seeText(page, 'Too many codes in a short time.');
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
  {
    name: 'operations requests loading',
    async show(page) {
      await withAccess(page);
      await hold(page, LIST);
      await openAsManager(page);
      await expect(page.getByText('Loading the requests')).toHaveCount(1);
    },
  },
  {
    name: 'operations requests not loaded',
    async show(page) {
      await withAccess(page);
      await fail(page, LIST);
      await openAsManager(page);
      await seeText(page, 'Failed to load the requests.');
    },
  },
  {
    name: 'operations requests none yet',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page);
      await seeText(page, 'No requests yet.');
    },
  },
  {
    name: 'operations requests no match',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page, '?tab=requests&find=nobody&state=spam');
      await seeText(page, 'No request matches.');
    },
  },
  { name: 'operations requests', show: (page) => openList(page) },
  {
    name: 'operations requests filtered',
    show: (page) =>
      openList(
        page,
        requestsPage(someRequests()),
        '?tab=requests&state=new&find=a&source=pricing&assigned=none&from=2026-11-01',
      ),
  },
  {
    name: 'operations requests being filtered',
    async show(page) {
      await openList(page);
      await hold(page, LIST);
      await page.getByRole('button', { name: /^Done/ }).click();
      await expect(page.locator('#main [aria-busy=true]')).toBeVisible();
    },
  },
  { name: 'operations requests extremes', show: (page) => openList(page, requestsPage(extremeRequests())) },
  {
    name: 'operations requests more not loaded',
    async show(page) {
      await openList(page, requestsPage(someRequests(), true));
      await fail(page, LIST, isSecondPage);
      await page.getByRole('button', { name: 'Load more' }).click();
      await seeText(page, 'Failed to load the requests.');
    },
  },
  {
    name: 'operations request',
    async show(page) {
      await openAda(page);
      await seeText(page, 'We compare three vendors.');
    },
  },
  {
    name: 'operations request, its form',
    async show(page) {
      await openAda(page);
      await page.getByRole('dialog').getByRole('combobox', { name: 'Assigned to' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'operations request, representatives not loaded',
    async show(page) {
      await withAccess(page);
      await page.unroute(REPS);
      await fail(page, REPS);
      await answer(page, LIST, requestsPage([requestRow()]));
      await openAsManager(page);
      await page
        .getByRole('table')
        .getByRole('button', { name: /^Ada Lovelace/ })
        .first()
        .click();
      await seeText(page, 'Failed to load the representatives.');
    },
  },
  {
    name: 'operations request, conflict',
    async show(page) {
      await answer(
        page,
        CHANGE_REQUEST,
        conflictWith({ status: 'done', staff_note: 'Robin called already.' }),
      );
      await openAda(page);
      await page.getByLabel('Note', { exact: true }).fill('Call on Monday.');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await seeText(page, /Dana Whitfield set this to Done and changed the note 2 minutes ago/);
    },
  },
  {
    name: 'operations request that is not there',
    async show(page) {
      await withAccess(page);
      await answer(page, LIST, requestsPage([]));
      await openAsManager(page, `?tab=requests&request=${randomUUID()}`);
      await seeText(page, 'There is no such request.');
    },
  },
  { name: 'operations release asked', show: askRelease },
  {
    name: 'operations release, conflict',
    async show(page) {
      await answer(page, CHANGE_REQUEST, conflictWith({ status: 'done' }));
      await release(page);
      await seeText(page, /Nothing was released/);
    },
  },
  {
    name: 'operations release done',
    async show(page) {
      await answer(page, CHANGE_REQUEST, { outcome: 'saved', request: requestRow(), notified: true });
      await release(page);
      await seeText(page, 'Released');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'operations shortcuts',
    async show(page) {
      await openList(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
