import { sampleOf } from '@corvane/tools/machine/sample';
import {
  accessLabel,
  expect,
  hydrated,
  idle,
  openSalesIdDialog,
  signInAndReturn,
  test,
} from '../../browser.ts';
import { Call, FAULT_NOISE } from '../../faults/api-faults.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { openPortal } from '../../portal/portal.ts';
import { readRows, stack, updateRow } from '../../stack.ts';

async function storedSessionId(page: import('@playwright/test').Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('host:sales-session'));
  return (JSON.parse(stored ?? '{}') as { sessionId: string }).sessionId;
}

/** Dollar amounts on the page. */
function pricesOn(page: import('@playwright/test').Page) {
  return page.getByRole('main').getByText(/\$[0-9]/);
}

test('a rep signs in, sees the prices of the database, stays signed in, and logs out on the server too', async ({
  page,
}) => {
  await page.goto('/pricing');
  await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(pricesOn(page)).toHaveCount(0);

  await signInAndReturn(page);
  const prices = await readRows('product_prices', {}, 'order by monthly_cents');
  expect(prices).toHaveLength(4);
  const cheapest = Number(prices[0]?.monthly_cents) / 100;
  await expect(page.getByText(`$${cheapest.toLocaleString('en-US')}`).first()).toBeVisible();
  await expect(page.getByText('Custom Enterprise Pricing')).toBeVisible();
  await expect(accessLabel(page, 'Demo Mode')).toBeVisible();

  const sessionId = await storedSessionId(page);
  const [live] = await readRows('sales_sessions', { id: sessionId });
  expect(live).toMatchObject({ ended_at: null });
  expect(live?.ip_address).toBeTruthy();
  expect(live?.user_agent).toContain('Chrome');

  await page.reload();
  await expect(page.getByText(`$${cheapest.toLocaleString('en-US')}`).first()).toBeVisible();

  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(pricesOn(page)).toHaveCount(0);
  await expect
    .poll(async () => (await readRows('sales_sessions', { id: sessionId }))[0]?.ended_at)
    .not.toBeNull();

  await page.reload();
  // The HTML has no price. Scripts could add one.
  await hydrated(page);
  await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(pricesOn(page)).toHaveCount(0);
});

test.describe('a sales ID that is refused', () => {
  // The browser itself reports the 401 of a refused sign-in.
  test.use({ allowProblems: /status of 401/ });

  test('an empty and a wrong one get different errors, the dialog stays, and no session starts', async ({
    page,
  }) => {
    await page.goto('/');
    const dialog = await openSalesIdDialog(page);
    await dialog.getByLabel('Sales ID', { exact: true }).fill('   ');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByText('Please enter your Sales ID')).toBeVisible();

    await dialog.getByLabel('Sales ID', { exact: true }).fill('NOT-A-SALES-ID');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByText('Invalid Sales ID. Please try again.')).toBeVisible();
    await expect(page.getByText('Authentication Failed')).toBeVisible();
    await expect(dialog.getByLabel('Sales ID', { exact: true })).toBeFocused();
    expect(await page.evaluate(() => localStorage.getItem('host:sales-session'))).toBeNull();

    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Partner Program' })).toBeFocused();
  });
});

test('logging out in one tab logs out the other', async ({ page, context }) => {
  await page.goto('/');
  await signInAndReturn(page);
  const other = await context.newPage();
  await other.goto('/');
  await expect(accessLabel(other, 'Demo Mode')).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click();
  await expect(accessLabel(other, 'Demo Mode')).toBeHidden();
});

test("a reload never shows a rep the anonymous visitor's page, not even for one frame", async ({ page }) => {
  await page.goto('/pricing');
  await signInAndReturn(page);
  // Checks every frame from the first one on.
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenByRep: seen });
    const look = () => {
      for (const element of document.querySelectorAll('[data-anonymous]')) {
        if (getComputedStyle(element).visibility === 'visible') seen.add(element.textContent ?? '');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  const renewal = await HeldRequests.of(page, /\/renew-session$/);
  await page.reload();
  await hydrated(page);
  await expect(page.locator('html')).toHaveAttribute('data-session', 'restoring');
  await renewal.release();
  await expect(page.getByText('/month').first()).toBeVisible();
  const seen = await page.evaluate(() => [
    ...(globalThis as unknown as { seenByRep: Set<string> }).seenByRep,
  ]);
  expect(seen).toEqual([]);
  await expect(page.locator('html')).not.toHaveAttribute('data-session');
});

test.describe('a network that fails while the portal loads', () => {
  test.use({ allowProblems: FAULT_NOISE });

  test('the rep stays on the portal, sees a retry button, and continues without a reload', async ({
    page,
  }) => {
    await openPortal(page);
    const renewal = await Call.of(page, 'renew-session');
    renewal.fail({ answer: (route) => route.abort('connectionrefused') });
    await page.goto('/sales-portal');
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await expect(retry).toBeVisible();
    await expect(page).toHaveURL('/sales-portal');
    // The bar cannot scroll, so all of it must fit the screen, even on a phone.
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole('banner').getByRole('button', { name: 'Reconnect' })).toBeInViewport({
      ratio: 1,
    });
    await expect(page.getByRole('banner').getByRole('link', { name: /, home$/ })).toBeInViewport({
      ratio: 1,
    });
    const asked = renewal.count;
    await retry.click();
    await expect.poll(() => renewal.count).toBeGreaterThan(asked);
    renewal.succeed();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
    await expect(page).toHaveURL('/sales-portal');
  });
});

test.describe('a session that was ended elsewhere', () => {
  // The browser itself reports refused calls.
  test.use({ allowProblems: /status of 401/ });

  test('a rep learns of it at once, sees no false empty figure, and continues at the same place', async ({
    page,
  }) => {
    await openPortal(page);
    // The page asks for openings every four seconds. It would learn of the end before the tab is pressed.
    const now = new Date().toISOString();
    await page.route('**/rpc/get_customer_openings', (route) =>
      route.fulfill({ json: { openings: [], now, nextSince: now } }),
    );
    await page.goto('/sales-portal?tab=commissions&range=all');
    await expect(page.getByText(/\$[1-9]/).first()).toBeVisible();
    // A call under way would learn of the end before the tab is pressed.
    await idle(page);
    await expect(page.locator('#main [aria-busy=true]')).toHaveCount(0);
    const ended = { ended_at: new Date().toISOString(), end_reason: 'ended_by_operator' };
    await updateRow('sales_sessions', await storedSessionId(page), ended);
    await page.getByRole('tab', { name: /^Customers/ }).click();

    const dialog = page.getByRole('dialog', { name: 'Partner Program' });
    await expect(dialog).toContainText('Your session has ended');
    await expect(page).toHaveURL('/');
    await expect(page.getByText('No sales data available yet')).toHaveCount(0);
    await expect(page.getByText('$0.00')).toHaveCount(0);
    await dialog.getByLabel('Sales ID', { exact: true }).fill(stack.demoSalesId);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/sales-portal\?.*tab=customers/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  });
});

test.describe('a network that fails while prices wait for a session', () => {
  test.use({ allowProblems: FAULT_NOISE });

  const PLACES = [
    ['/pricing', 'marketing:plans'],
    ['/comparison', 'marketing:comparison-table'],
  ] as const;

  for (const [path, place] of sampleOf('places of prices', PLACES, 2)) {
    test(`${path} offers a retry, and never shows the text for anonymous visitors`, async ({ page }) => {
      await page.goto(path);
      await signInAndReturn(page);
      const renewal = await Call.of(page, 'renew-session');
      renewal.fail({ answer: (route) => route.abort('connectionrefused') });
      await page.reload();
      const main = page.getByRole('main');
      const retry = main.getByRole('button', { name: 'Try again' });
      await expect(retry).toBeVisible();
      await expect(main.getByText('We keep trying')).toBeVisible();
      await expect(main.getByText('Book a Demo to See Pricing').filter({ visible: true })).toHaveCount(0);
      renewal.succeed();
      await retry.click();
      await expect(
        page
          .getByTestId(place)
          .getByText(/\$[0-9]/)
          .first(),
      ).toBeVisible();
      await expect(retry).toHaveCount(0);
    });
  }
});

test('a logout with a late answer opens the home page at once, and the answer does not navigate again', async ({
  page,
}) => {
  await openPortal(page);
  const signOut = await Call.of(page, 'sign-out');
  signOut.hold();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).first().click();
  await expect(page).toHaveURL('/about');
  signOut.letGo();
  await expect(page.getByText('You have been logged out successfully')).toBeVisible();
  await expect(page).toHaveURL('/about');
});
