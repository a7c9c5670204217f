import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { Call } from '../../faults/api-faults.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { updateRow } from '../../stack.ts';

const WEEK_MS = 7 * 24 * 3_600_000;

// The server refuses calls of a session that is over.
test.use({ allowProblems: /status of 401|net::ERR_INTERNET_DISCONNECTED/ });

const prices = (page: Page) => page.getByRole('main').getByText(/\$[0-9]/);

/** Opens the plans with a customer's link. @returns what ends the link on the server, as it would have ended */
async function openPlans(page: Page): Promise<{ end(): Promise<void> }> {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  await page.clock.install();
  await page.goto(`/pricing?access=${customer.token}`);
  await page.getByRole('dialog').getByRole('button', { name: 'See prices' }).click();
  await expect(prices(page).first()).toBeVisible();
  return {
    end: () =>
      updateRow('qualified_leads', customer.customerId, {
        token_expires_at: new Date(Date.now() - 1_000).toISOString(),
      }),
  };
}

test('a customer who wakes a tab after a week sees no price, even before the server answers', async ({
  page,
}) => {
  const { end } = await openPlans(page);
  await end();
  const renewal = await Call.of(page, 'renew-session');
  const plans = await Call.of(page, 'get_plan_prices');
  renewal.hold();
  plans.hold();
  await page.clock.fastForward(WEEK_MS);
  await expect(prices(page)).toHaveCount(0);
  renewal.letGo();
  plans.letGo();
  const note = page.getByTestId('marketing:access');
  await expect(note).toContainText('Your access to prices has ended');
  await expect(note).toContainText('Robin Ownwell');
  await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
});

test('a customer who wakes a tab offline after a week sees no price, and learns of the end once online', async ({
  page,
  context,
}) => {
  const { end } = await openPlans(page);
  await end();
  await context.setOffline(true);
  await page.clock.fastForward(WEEK_MS);
  await expect(prices(page)).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByTestId('marketing:access')).toContainText('Your access to prices has ended');
  await expect(prices(page)).toHaveCount(0);
});

test('a rep who wakes the portal after a week signs in again, and continues at the same place', async ({
  page,
}) => {
  const rep = await ownRep();
  await page.clock.install();
  await openPortalAs(page, rep, '?tab=customers');
  const stored = await page.evaluate(() => localStorage.getItem('host:sales-session'));
  const { sessionId } = JSON.parse(stored ?? '{}') as { sessionId: string };
  await updateRow('sales_sessions', sessionId, { expires_at: new Date(0).toISOString() });
  await page.clock.fastForward(WEEK_MS);
  const dialog = page.getByRole('dialog', { name: 'Partner Program' });
  await expect(dialog).toContainText('Your session has ended');
  await expect(page.getByRole('main').getByRole('table')).toHaveCount(0);
  await dialog.getByLabel('Sales ID', { exact: true }).fill(rep.salesId);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/sales-portal?tab=customers');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
});
