import {
  ACCESS_LINK_LIFE_SECONDS,
  CODE_LIFE_SECONDS,
  CODE_MAX_ATTEMPTS,
  CODE_RESEND_PAUSE_SECONDS,
} from '@corvane/shared/contracts/backend/terms';
import type { Page } from '@playwright/test';
import { MUCH_NEW, NOTHING_NEW } from '../../portal/src/features/rep-today/rep-today-fixtures.ts';
import { expect } from '../browser.ts';
import { answer, cut, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const SEND = fn('send-verification');
const TODAY = rpc('get_rep_today');
const ISSUE = fn('issue-access-link');
const DRAFT_KEY = 'portal:qualification-draft';
const CODE_SENT = {
  verificationId: '10000000-0000-4000-8000-000000000001',
  expiresAt: '2099-01-01T00:10:00Z',
  validForSeconds: CODE_LIFE_SECONDS,
  resendAfterSeconds: CODE_RESEND_PAUSE_SECONDS,
  maxAttempts: CODE_MAX_ATTEMPTS,
};
const LINK = {
  customerId: '10000000-0000-4000-8000-000000000002',
  token: 'Zk3vQ9wX1pRt7yLmNc5bHs2dFg8jKa4eUo6iTq0xVwY',
  expiresAt: '2099-01-03T09:05:00Z',
  validForSeconds: ACCESS_LINK_LIFE_SECONDS,
};

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Customer email*', { exact: true }).fill('ana.diaz@acme.example');
  await page.getByLabel('Customer name', { exact: true }).fill('Ana Diaz');
  await page.getByRole('textbox', { name: 'Company' }).fill('Acme Freight');
}

async function send(page: Page): Promise<void> {
  await open(page);
  await fill(page);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
}

async function reachCode(page: Page, testCode?: string): Promise<void> {
  await answer(page, SEND, { ...CODE_SENT, verificationCode: testCode });
  await send(page);
  await expect(page.getByLabel('6-digit code', { exact: true })).toBeFocused();
}

async function verify(page: Page): Promise<void> {
  await reachCode(page);
  await page.getByLabel('6-digit code', { exact: true }).fill('123456');
  await page.getByRole('button', { name: 'Verify & Generate Link' }).click();
}

async function reachLink(page: Page): Promise<void> {
  await answer(page, ISSUE, LINK);
  await verify(page);
  await expect(page.getByLabel('Access link', { exact: true })).toHaveValue(/access=/);
  await seeText(page, 'Access link generated successfully');
}

/** Makes a code so old that the pause before the next one has ended. */
async function waitForResend(page: Page): Promise<void> {
  await reachCode(page);
  await page.evaluate(
    ([key, pauseMs]) => {
      const draft = JSON.parse(sessionStorage.getItem(key) ?? '') as { verification: { sentAtMs: number } };
      draft.verification.sentAtMs -= pauseMs + 1_000;
      sessionStorage.setItem(key, JSON.stringify(draft));
    },
    [DRAFT_KEY, CODE_RESEND_PAUSE_SECONDS * 1000] as const,
  );
  await page.reload();
  await expect(page.getByRole('button', { name: 'Resend code', exact: true })).toBeEnabled();
}

/** A code that could not be sent: the same form, with a message about the reason. */
function notSent(name: string, prepare: (page: Page) => Promise<unknown>, words: string): PortalState {
  return {
    name: `qualify not sent, ${name}`,
    async show(page) {
      await prepare(page);
      await send(page);
      await seeText(page, words);
    },
  };
}

/** A link that was not issued. */
function notIssued(name: string, prepare: (page: Page) => Promise<unknown>, words: string): PortalState {
  return {
    name: `qualify not issued, ${name}`,
    async show(page) {
      await prepare(page);
      await verify(page);
      await seeText(page, words);
    },
  };
}

export const QUALIFY_STATES: readonly PortalState[] = [
  { name: 'qualify empty', show: open },
  {
    name: 'today much new',
    async show(page) {
      const [first, ...others] = MUCH_NEW.openings.newest;
      const newest = [{ ...first, name: 'a-name-without-a-break-'.repeat(4) }, ...others];
      await answer(page, TODAY, { ...MUCH_NEW, openings: { count: 1_204, newest } });
      await open(page);
      await seeText(page, 'and others');
    },
  },
  {
    name: 'today quiet',
    async show(page) {
      await answer(page, TODAY, NOTHING_NEW);
      await open(page);
      await seeText(page, 'Nothing else waits');
    },
  },
  {
    name: 'today loading',
    async show(page) {
      await hold(page, TODAY);
      await open(page);
      await expect(page.getByText('Loading what is new')).toHaveCount(1);
    },
  },
  {
    name: 'today failed',
    async show(page) {
      await fail(page, TODAY);
      await open(page);
      await seeText(page, 'Failed to load what is new.');
    },
  },
  {
    name: 'qualify nothing entered',
    async show(page) {
      await open(page);
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await expect(page.getByText("Please enter the customer's email")).toHaveCount(2);
    },
  },
  {
    name: 'qualify field errors',
    async show(page) {
      await open(page);
      await page.getByLabel('Customer email*', { exact: true }).fill('ana.diaz at acme');
      await page.getByLabel('Customer name', { exact: true }).fill('Ana '.repeat(51));
      await page.getByRole('textbox', { name: 'Company' }).fill('Acme '.repeat(51));
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await expect(page.getByText('Please use at most 200 characters')).toHaveCount(2);
    },
  },
  {
    name: 'qualify sending',
    async show(page) {
      await hold(page, SEND);
      await send(page);
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  notSent(
    'another representative has the customer',
    (page) => refuse(page, SEND, 403, 'forbidden'),
    'This customer may be with another representative.',
  ),
  notSent(
    'too many codes',
    (page) => refuse(page, SEND, 429, 'rate_limited', { retryAfterSeconds: 480 }),
    'Please try again in 8 minutes.',
  ),
  notSent(
    'refused address',
    (page) =>
      refuse(page, SEND, 400, 'invalid_request', {
        fields: { email: 'Please enter a valid email address' },
      }),
    "Please check the customer's details.",
  ),
  notSent('server error', (page) => refuse(page, SEND, 500, 'internal'), 'Please try again.'),
  notSent('nonsense', (page) => answer(page, SEND, {}), 'The answer of the server could not be read.'),
  {
    name: 'qualify not sent, offline',
    async show(page) {
      await open(page);
      await fill(page);
      await page.context().setOffline(true);
      await page.getByRole('button', { name: 'Send Verification Code' }).click();
      await seeText(page, 'The server could not be reached.');
    },
  },
  {
    name: 'qualify code step, message still shown',
    async show(page) {
      await reachCode(page);
      await seeText(page, 'Verification Code Sent');
      await seeText(page, /Resend code in \d+ s/);
    },
  },
  {
    name: 'qualify test mode',
    async show(page) {
      await reachCode(page, '482913');
      await seeText(page, 'Test Mode Active');
      await seeText(page, 'No email was sent. Verification code:');
    },
  },
  {
    name: 'qualify test mode after a reload',
    async show(page) {
      await reachCode(page, '482913');
      await page.reload();
      await seeText(page, 'If you no longer have the code, send a new one.');
    },
  },
  {
    name: 'qualify code entered',
    async show(page) {
      await reachCode(page);
      await page.getByLabel('6-digit code', { exact: true }).fill('123456');
      await expect(page.getByRole('button', { name: 'Verify & Generate Link' })).toBeEnabled();
    },
  },
  {
    name: 'qualify verifying',
    async show(page) {
      await hold(page, ISSUE);
      await verify(page);
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  notIssued(
    'wrong code',
    (page) => refuse(page, ISSUE, 400, 'invalid_request'),
    'The verification code is incorrect',
  ),
  notIssued(
    'too many calls',
    (page) => refuse(page, ISSUE, 429, 'rate_limited', { retryAfterSeconds: 5 }),
    'Too many requests. Please try again in 5 seconds.',
  ),
  notIssued(
    'server error',
    (page) => refuse(page, ISSUE, 503, 'unavailable'),
    'An unexpected error occurred',
  ),
  { name: 'qualify resend allowed', show: waitForResend },
  {
    name: 'qualify resending',
    async show(page) {
      await waitForResend(page);
      await hold(page, SEND);
      await page.getByRole('button', { name: 'Resend code', exact: true }).click();
      await expect(page.locator('button[aria-disabled=true]')).toBeVisible();
    },
  },
  {
    name: 'qualify link shown',
    async show(page) {
      await reachLink(page);
      await expect(page.getByRole('img', { name: 'QR code of the access link' })).toBeVisible();
    },
  },
  {
    name: 'qualify link without its QR code',
    async show(page) {
      await cut(page, '*/qr-code-*.js');
      await reachLink(page);
      await seeText(page, 'The QR code could not be loaded.');
    },
  },
  {
    name: 'qualify link not copied',
    async show(page) {
      await reachLink(page);
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
      });
      await page.getByRole('button', { name: 'Copy link' }).click();
      await seeText(page, 'The link could not be copied.');
    },
  },
  {
    name: 'qualify link copied',
    async show(page) {
      await reachLink(page);
      await page.evaluate(() => {
        navigator.clipboard.writeText = () => Promise.resolve();
      });
      await page.getByRole('button', { name: 'Copy link' }).click();
      await expect(page.getByRole('button', { name: 'Copy again' })).toBeVisible();
      await seeText(page, 'Link copied to clipboard');
    },
  },
  {
    name: 'qualify draft restored',
    async show(page) {
      await open(page);
      await fill(page);
      await page.reload();
      await expect(page.getByLabel('Customer email*', { exact: true })).toHaveValue('ana.diaz@acme.example');
    },
  },
];
