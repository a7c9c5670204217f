import type { Page } from '@playwright/test';
import { expect } from '../browser.ts';
import { answer, change, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const SESSIONS = rpc('get_sales_sessions');
const SETTINGS = rpc('get_rep_settings');
const SAVE = fn('save-rep-settings');
const END = fn('end-own-sessions');

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  null,
];

/** Only this browser's session, because other journeys may have signed the same person in meanwhile. */
async function ownSession(page: Page) {
  const id = await page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key) ?? '{}').sessionId,
    'host:sales-session',
  );
  return (listed: unknown) =>
    (Array.isArray(listed) ? listed.slice(0, 1) : []).map((row) => ({ ...row, id }));
}

/** This browser's session and some others. */
async function withOtherSessions(page: Page): Promise<void> {
  const own = await ownSession(page);
  await change(page, SESSIONS, (listed) => [
    ...own(listed),
    ...agents.map((agent, index) => ({
      id: `10000000-0000-4000-8000-00000000000${index}`,
      ipAddress: ['198.51.100.7', '2001:db8:85a3:8d3:1319:8a2e:370:7348', null][index],
      userAgent: agent,
      createdAt: new Date(Date.now() - (index + 1) * 3_600_000).toISOString(),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      endedAt: null,
    })),
  ]);
}

async function openAccount(page: Page): Promise<void> {
  await open(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeFocused();
}

const MAIL_ME = /^Email me when a customer/;
const endPhone = (page: Page) => page.getByRole('button', { name: /^End the session of Safari on iPhone/ });

/** Settings of a rep's account. */
export const ACCOUNT_STATES: readonly PortalState[] = [
  {
    name: 'account, this browser alone',
    async show(page) {
      await change(page, SESSIONS, await ownSession(page));
      await openAccount(page);
      await seeText(page, 'This browser');
      await expect(page.getByLabel(MAIL_ME)).not.toBeChecked();
    },
  },
  {
    name: 'account, other sessions',
    async show(page) {
      await withOtherSessions(page);
      await openAccount(page);
      await seeText(page, 'Unknown browser');
      await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeVisible();
    },
  },
  {
    name: 'account loading',
    async show(page) {
      await hold(page, SESSIONS);
      await hold(page, SETTINGS);
      await openAccount(page);
      await expect(page.getByText('Loading your sessions')).toHaveCount(1);
      await expect(page.getByText('Loading your settings')).toHaveCount(1);
    },
  },
  {
    name: 'account not loaded',
    async show(page) {
      await fail(page, SESSIONS);
      await fail(page, SETTINGS);
      await openAccount(page);
      await seeText(page, 'Failed to load your sessions.');
      await seeText(page, 'Failed to load your settings.');
    },
  },
  {
    name: 'account, mail turned on',
    async show(page) {
      await answer(page, SAVE, { mailOnOpening: true });
      await openAccount(page);
      await page.getByLabel(MAIL_ME).click();
      await seeText(page, /^Saved$/);
      await expect(page.getByLabel(MAIL_ME)).toBeChecked();
    },
  },
  {
    name: 'account, mail not saved',
    async show(page) {
      await refuse(page, SAVE, 503, 'unavailable');
      await openAccount(page);
      await page.getByLabel(MAIL_ME).click();
      await seeText(page, 'The server cannot be reached.');
      await expect(page.getByLabel(MAIL_ME)).not.toBeChecked();
    },
  },
  {
    name: 'account, session ended',
    async show(page) {
      await withOtherSessions(page);
      await answer(page, END, { endedCount: 1 });
      await openAccount(page);
      await endPhone(page).click();
      await seeText(page, '1 session ended');
    },
  },
  {
    name: 'account, session being ended',
    async show(page) {
      await withOtherSessions(page);
      await hold(page, END);
      await openAccount(page);
      await endPhone(page).click();
      await expect(endPhone(page)).toHaveAttribute('aria-disabled', 'true');
    },
  },
  {
    name: 'account, session not ended',
    async show(page) {
      await withOtherSessions(page);
      await refuse(page, END, 500, 'internal');
      await openAccount(page);
      await endPhone(page).click();
      await seeText(page, 'An unexpected error occurred.');
    },
  },
];
