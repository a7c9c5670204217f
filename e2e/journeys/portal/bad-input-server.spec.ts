import { sampleOf } from '@corvane/tools/machine/sample';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { API_FAULTS, Call, FAULT_NOISE, GIVEN_UP_MS } from '../../faults/api-faults.ts';
import { oneRunIn } from '../../in-turn.ts';
import { openPortalAs } from '../../portal/own-rep.ts';
import { demoRep, readRows, stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, allowProblems: FAULT_NOISE });

const signedIn = { salesId: stack.demoSalesId };

interface Part {
  name: string;
  /** The procedure that the part calls. */
  call: string;
  /** With the leading `?`. It stays through every failure. */
  query(): Promise<string>;
  /** The text while the part loads. */
  pending: string;
  failed: string;
  /** The final content. */
  shown(page: Page): Locator;
  /** The parts that keep working. */
  beside(page: Page): Locator;
}

const salesTable = (page: Page) => page.getByRole('table', { name: /^Sales\./ });

const PARTS: readonly Part[] = [
  {
    name: 'the list of customers',
    call: 'get_customers',
    query: async () => '?tab=customers&state=expired&find=becker',
    pending: 'Loading your customers',
    failed: 'Failed to load your customers.',
    shown: (page) => page.getByRole('table').getByText('Tom Becker').first(),
    beside: (page) => page.getByRole('searchbox', { name: 'Search customers' }),
  },
  {
    name: "a customer's timeline",
    call: 'get_customer_timeline',
    query: async () => {
      const [customer] = await readRows('qualified_leads', { name: 'Henry Voss' });
      return `?tab=customers&customer=${customer?.id}`;
    },
    pending: 'Loading the history',
    failed: 'Failed to load the history.',
    shown: (page) => page.getByRole('dialog').getByText('The link was revoked'),
    beside: (page) => page.getByRole('dialog').getByRole('button', { name: /Issue again/ }),
  },
  {
    name: 'the totals',
    call: 'get_sales_dashboard',
    query: async () => '?tab=commissions&range=all&frequency=annual',
    pending: 'Loading totals',
    failed: 'Failed to load totals.',
    shown: (page) => page.getByRole('heading', { name: 'Total Sales Value' }),
    beside: (page) => salesTable(page).locator('tbody'),
  },
  {
    name: 'the sales',
    call: 'get_sales_table',
    query: async () => '?tab=commissions&range=all&frequency=annual&sort=amount',
    pending: 'Loading sales',
    failed: 'Failed to load sales data. Please try again later.',
    shown: (page) => salesTable(page),
    beside: (page) => page.getByRole('heading', { name: 'Total Sales Value' }),
  },
  {
    name: 'the explanation of a commission',
    call: 'get_sale_explanation',
    query: async () => {
      const [sale] = await readRows(
        'sales_records',
        { sales_rep_id: (await demoRep()).id, is_cancelled: true },
        'limit 1',
      );
      return `?tab=commissions&range=all&status=cancelled&sale=${sale?.id}`;
    },
    pending: 'Loading the explanation',
    failed: 'Failed to load the explanation.',
    shown: (page) => page.getByText(/The sale was cancelled on/),
    beside: (page) => page.getByRole('dialog').getByRole('button', { name: 'Close' }),
  },
];

/**
 * Presses a button while the call fails in one way after another. Each time the button is enabled again and has
 * the focus.
 */
async function retryThroughFaults(page: Page, retry: Locator, call: Call, failed: Locator): Promise<void> {
  for (const fault of API_FAULTS.slice(1)) {
    const before = call.count;
    call.fail(fault);
    await retry.press('Enter');
    await expect.poll(() => call.count, fault.name).toBeGreaterThan(before);
    // A timer delivers the outcome of a request to the page. By now it has delivered this one's.
    await page.clock.runFor(1_000);
    await expectFailed(retry, failed);
    await expect(retry).toBeFocused();
  }
  call.hold();
  const before = call.count;
  await retry.press('Enter');
  await expect(retry).toHaveAttribute('aria-disabled', 'true');
  // A second and a third press make no request. A call without an answer times out and is retried once automatically.
  await retry.press('Enter');
  await retry.press('Enter');
  await expect.poll(() => call.count).toBe(before + 1);
  await page.clock.fastForward(GIVEN_UP_MS);
  await expect.poll(() => call.count).toBe(before + 2);
  await page.clock.fastForward(GIVEN_UP_MS);
  await expectFailed(retry, failed);
}

async function expectFailed(retry: Locator, failed: Locator): Promise<void> {
  await expect(retry).not.toHaveAttribute('aria-disabled', /./);
  await expect(failed).toBeVisible();
}

/** An element has the focus, so the focus did not disappear with a removed element. */
const focusIsKept = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true);

for (const part of sampleOf('failing parts', PARTS, 5)) {
  test(`${part.name}: shows that it is loading, shows each failure, and recovers on a retry`, async ({
    page,
  }) => {
    await page.clock.install();
    const call = await Call.of(page, part.call);
    call.hold();
    const query = await part.query();
    await openPortalAs(page, signedIn, query);
    await expect(page.getByText(part.pending, { exact: true })).toBeAttached();
    await expect(part.beside(page)).toBeVisible();
    call.fail(API_FAULTS[0] ?? { answer: (route) => route.abort() });
    await page.clock.fastForward(GIVEN_UP_MS);
    const failed = page.getByText(part.failed, { exact: true });
    await expect(failed).toBeVisible();
    await expect(part.beside(page)).toBeVisible();
    const retry = page.getByRole('alert').filter({ has: failed }).getByRole('button', { name: 'Try again' });
    await retryThroughFaults(page, retry, call, failed);
    call.letGo();
    await retry.press('Enter');
    await expect(part.shown(page)).toBeVisible();
    await expect(failed).toBeHidden();
    await expect(page).toHaveURL(`/sales-portal${query}`);
    await focusIsKept(page);
  });
}

const MOVES = [
  {
    name: 'the next page',
    press: (page: Page) => page.getByRole('button', { name: 'Next page' }),
    after: (page: Page) => page.getByText(/^Sales 26 to 50/),
  },
  {
    name: 'another order',
    press: (page: Page) => page.getByRole('button', { name: 'Amount', exact: true }),
    after: (page: Page) => page.locator('th[aria-sort=descending]', { hasText: 'Amount' }),
  },
];

for (const { name, press, after } of sampleOf('failing moves', MOVES, 2)) {
  test(`${name} shows an error when it fails, keeps the choice and the focus, and offers a retry`, async ({
    page,
  }) => {
    await page.clock.install();
    const call = await Call.of(page, 'get_sales_table');
    await openPortalAs(page, signedIn, '?tab=commissions&range=all&status=active');
    await expect(salesTable(page)).toBeVisible();
    call.hold();
    await press(page).press('Enter');
    await expect(salesTable(page).locator('xpath=ancestor::*[@aria-busy][1]')).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await focusIsKept(page);
    call.fail(API_FAULTS[0] ?? { answer: (route) => route.abort() });
    await page.clock.fastForward(GIVEN_UP_MS);
    const failed = page.getByText('Failed to load sales data. Please try again later.', { exact: true });
    const retry = page.getByRole('alert').getByRole('button', { name: 'Try again' });
    await expect(failed).toBeVisible();
    await expect(retry).toBeFocused();
    await expect(page).toHaveURL(/status=active/);
    await retryThroughFaults(page, retry, call, failed);
    call.letGo();
    await retry.press('Enter');
    await expect(after(page)).toBeVisible();
    await expect(page).toHaveURL(/status=active/);
    await focusIsKept(page);
  });
}

test('a page that fails offers a button to the first page', async ({ page }) => {
  await page.clock.install();
  await openPortalAs(page, signedIn, '?tab=commissions&range=all');
  const newest = await salesTable(page).locator('tbody tr').first().textContent();
  const call = await Call.of(page, 'get_sales_table');
  call.fail(API_FAULTS[0] ?? { answer: (route) => route.abort() });
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.clock.fastForward(GIVEN_UP_MS);
  await page.getByRole('alert').getByRole('button', { name: 'Back to the first page' }).click();
  await expect(salesTable(page).locator('tbody tr').first()).toHaveText(newest ?? '');
});

test(`a failed export leaves no file, shows a message, and works when started again${oneRunIn(3, 'failed export')}`, async ({
  page,
}) => {
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  await page.clock.install();
  await openPortalAs(page, signedIn, '?tab=commissions&range=all&frequency=annual');
  await expect(salesTable(page)).toBeVisible();
  // One answer contains all of the demonstration's sales. Here the first answer claims that there are more.
  await page.route(/rpc\/get_sales_table$/, async (route) => {
    if (route.request().postDataJSON().after !== null) return route.fallback();
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), hasMore: true, nextAfter: 'x' },
    });
  });
  let second = API_FAULTS[0];
  let asked = 0;
  await page.route(/rpc\/get_sales_table$/, (route) => {
    if (route.request().postDataJSON().after !== 'x') return route.fallback();
    asked += 1;
    return second?.answer(route);
  });
  const start = page.getByRole('button', { name: 'Export CSV' });
  for (const fault of [...API_FAULTS, { name: 'silent', answer: () => new Promise<void>(() => {}) }]) {
    second = fault;
    const before = asked;
    await start.press('Enter');
    await expect.poll(() => asked, fault.name).toBe(before + 1);
    if (fault.name === 'silent') {
      await expect(page.getByText(/^\d+ of \d+ exported$/)).toBeVisible();
      // The next export takes away what was said about the one before.
      await expect(page.getByText('Failed to export sales')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Cancel export' })).toBeFocused();
      await page.keyboard.press('e');
      await page.clock.fastForward(GIVEN_UP_MS);
    }
    await expect(page.getByText('Failed to export sales')).toBeVisible();
    await expect(page.getByText('No file was written. Please try again.')).toBeVisible();
    await expect(start).toBeFocused();
    await page.clock.fastForward(6_000);
    expect(asked).toBe(before + 1);
  }
  expect(downloads).toEqual([]);
  await page.unrouteAll();
  await start.press('Enter');
  await expect.poll(() => downloads).toEqual(['sales.csv']);
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all&frequency=annual');
});
