import { expect } from '../browser.ts';
import { cut, fail, fn, hold, refuse, rpc } from './answers.ts';
import { open, type PortalState, seeText } from './portal-state.ts';

const RENEW = fn('renew-session');
const CUSTOMERS = rpc('get_customers');

/** The frame around the tabs, and access to it. The last two states end the page's session. */
export const SESSION_STATES: readonly PortalState[] = [
  {
    name: 'shortcuts',
    async show(page) {
      await open(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
  {
    name: 'shortcuts turned off',
    async show(page) {
      await open(page);
      await page.keyboard.press('?');
      await page.getByRole('checkbox', { name: 'Use single-key shortcuts in this browser' }).uncheck();
    },
  },
  {
    name: 'find, everything',
    async show(page) {
      await open(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('option', { name: 'My Commissions' })).toBeVisible();
    },
  },
  {
    name: 'find, customers',
    async show(page) {
      await open(page);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('combobox', { name: 'Find' }).fill('example');
      await expect(page.getByRole('group', { name: 'Customers' }).getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'find, customers fail',
    async show(page) {
      await fail(page, CUSTOMERS);
      await open(page);
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('combobox', { name: 'Find' }).fill('example');
      await seeText(page, 'Your customers could not be searched.');
    },
  },
  ...(['Light', 'Dark'] as const).map((theme) => ({
    name: `theme chosen, ${theme.toLowerCase()}`,
    async show(page: Parameters<PortalState['show']>[0]) {
      await open(page);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await page.getByRole('combobox', { name: 'Theme' }).selectOption(theme);
      await expect(page.locator('html[data-page-theme=dark]')).toHaveCount(theme === 'Dark' ? 1 : 0);
    },
  })),
  {
    name: 'session being checked',
    // The page's heading loads with the page.
    without: ['page-has-heading-one'],
    async show(page) {
      await hold(page, RENEW);
      await page.goto('/sales-portal');
      await expect(page.getByText('Loading the page')).toHaveCount(1);
    },
  },
  {
    name: 'session that cannot be checked',
    // The page's heading loads with the page.
    without: ['page-has-heading-one'],
    async show(page) {
      await cut(page, RENEW);
      await page.goto('/sales-portal');
      await seeText(page, 'We could not confirm that you are signed in');
    },
  },
  {
    name: 'session ended while open',
    // The sign-in dialog covers it.
    without: ['page-has-heading-one'],
    async show(page) {
      await page.clock.install();
      await open(page);
      await refuse(page, RENEW, 401, 'unauthenticated');
      // A token lives this long and is renewed earlier.
      await page.clock.fastForward('10:00');
      await seeText(page, 'Your session has ended');
      await expect(page).toHaveURL('/');
    },
  },
  {
    name: 'not signed in',
    // The sign-in dialog covers it.
    without: ['page-has-heading-one'],
    async show(page) {
      await page.goto('/');
      await page.evaluate(() => localStorage.clear());
      await page.goto('/sales-portal');
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeVisible();
    },
  },
];
