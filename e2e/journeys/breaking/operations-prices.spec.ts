import { formatPriceCents } from '@corvane/shared/lib/money';
import type { Browser, Locator, Page } from '@playwright/test';
import { priceOf } from '../../../tools/catalogue/read-catalogue.ts';
import { expect, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer } from '../../portal/own-rep.ts';
import { expectAccessible, strangerPage } from '../../portal/portal.ts';
import { queryDatabase, readRows } from '../../stack.ts';

/* All visitors share the prices, so no other journey may run beside this one. Afterwards the test restores them. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MOONSHOT = /Moonshot/;
const MONTHLY_CENTS = priceOf('moonshot').monthlyCents;
const MONTHLY = formatPriceCents(MONTHLY_CENTS);
const DAY_MS = 86_400_000;

async function deletePrice({ product_id, valid_from }: Record<string, unknown>): Promise<void> {
  const place = [product_id, valid_from];
  await queryDatabase('delete from product_prices where product_id = $1 and valid_from = $2', place);
}

/** What `private.price_in_force` answers for the plan of a price, a while after the price begins. */
async function monthlyCentsAt(
  { product_id, valid_from }: Record<string, unknown>,
  later: string,
): Promise<unknown> {
  const [row] = await queryDatabase<{ cents: number }>(
    `select p.monthly_cents as cents from private.price_in_force($1, $2::timestamptz + $3::interval) p`,
    [product_id, valid_from, later],
  );
  return row?.cents;
}

const storedPrices = () => readRows('product_prices', {}, 'order by valid_from');

/** The plan's card on the pricing page. */
const card = (page: Page) =>
  page
    .getByTestId('marketing:plans')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: MOONSHOT }) });

async function customerPage(browser: Browser): Promise<Page> {
  const rep = await addRep('Robin Seller');
  const { token } = await addCustomer(rep.id);
  const page = await strangerPage(browser);
  await page.goto(`/pricing?access=${token}`);
  await page
    .getByRole('dialog', { name: 'Customer Access' })
    .getByRole('button', { name: 'See prices' })
    .click();
  await expect(page).toHaveURL('/');
  await page.goto('/pricing');
  await expect(card(page)).toContainText(MONTHLY);
  return page;
}

/** Nine o'clock some days from now, in the format of the form's fields. */
function nineOClock(days: number): { day: string; time: string } {
  const date = new Date(Date.now() + days * DAY_MS);
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return { day, time: '09:00' };
}

/** @param days from now, by this machine's clock */
async function schedule(page: Page, monthly: string, days = 1): Promise<void> {
  await page.getByRole('button', { name: 'Change the price of Moonshot' }).click();
  await page.getByLabel('Monthly', { exact: true }).fill(monthly);
  await page.getByRole('combobox', { name: 'Begins' }).selectOption('At a day and time');
  const { day, time } = nineOClock(days);
  await page.getByLabel('Day', { exact: true }).fill(day);
  await page.getByLabel('Time', { exact: true }).fill(time);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Opens the pricing page with the price to confirm. A customer does not see it, even at the same address. */
async function expectPreviewOfDraft(asked: Locator, customer: Page, monthly: string): Promise<void> {
  const opened = asked.page().context().waitForEvent('page');
  await asked.getByRole('link', { name: 'Preview the pricing page' }).click();
  const preview = await opened;
  await expect(card(preview)).toContainText(monthly);
  await expect(preview.getByTestId('marketing:price-preview')).toContainText('It is not set yet.');
  await expectAccessible(preview);
  await customer.goto(preview.url());
  await expect(card(customer)).toContainText(MONTHLY);
  await expect(customer.getByTestId('marketing:price-preview')).toHaveCount(0);
  await preview.close();
}

let before: Record<string, unknown>[];
test.beforeEach(async () => {
  before = await storedPrices();
});
test.afterEach(async () => {
  const kept = new Set(before.map((row) => JSON.stringify(row)));
  for (const row of await storedPrices()) if (!kept.has(JSON.stringify(row))) await deletePrice(row);
});

test(`a scheduled price appears once its time comes and not before, and a cancelled price never appears${oneRunIn(5, 'scheduled price')}`, async ({
  page,
  browser,
}) => {
  const customer = await customerPage(browser);
  await openOperations(page, 'Mona Manager', 'Prices');
  await schedule(page, '4123.45');
  const asked = page.getByRole('dialog', { name: 'Change the price of Moonshot?' });
  await expect(asked).toContainText(/From \w{3}, .*9:00 AM/);
  await expect(asked).toContainText(MONTHLY);
  await expect(asked).toContainText('$4,123.45');
  await expectAccessible(page);
  await expectPreviewOfDraft(asked, customer, '$4,123.45');
  await asked.getByRole('button', { name: 'Schedule this price' }).click();
  const scheduledPrices = page.getByRole('table', { name: 'Scheduled prices' });
  await expect(scheduledPrices).toContainText(`Monthly ${MONTHLY} → $4,123.45`);

  // Today: the customer does not see it, even at the address of the preview. The manager does.
  await customer.reload();
  await expect(card(customer)).toContainText(MONTHLY);
  await scheduledPrices.getByRole('link', { name: /^Preview/ }).click();
  await expect(page.getByTestId('marketing:price-preview')).toContainText(
    'prices as a customer will see them on',
  );
  await expect(card(page)).toContainText('$4,123.45');
  // A customer sees both figures, without the switch.
  await expect(card(page)).toContainText('/year');
  await expect(page.getByRole('group', { name: 'Billing period' })).toHaveCount(0);
  await expectAccessible(page);
  await customer.goto(new URL(page.url()).pathname + new URL(page.url()).search);
  await expect(card(customer)).toContainText(MONTHLY);
  await expect(customer.getByTestId('marketing:price-preview')).toHaveCount(0);

  const [scheduled] = (await storedPrices()).filter(({ monthly_cents }) => monthly_cents === 412_345);
  if (scheduled === undefined) throw new Error('the price is not scheduled');
  // The rule that every page and procedure asks gives this price from its instant on.
  expect(await monthlyCentsAt(scheduled, '-1 microsecond')).toBe(MONTHLY_CENTS);
  expect(await monthlyCentsAt(scheduled, '0')).toBe(412_345);

  // Its time comes: the row begins now.
  await queryDatabase(
    'update product_prices set valid_from = now() where product_id = $1 and valid_from = $2',
    [scheduled.product_id, scheduled.valid_from],
  );
  await customer.goto('/pricing');
  await expect(card(customer)).toContainText('$4,123.45');
  await page.goto('/sales-portal/operations?tab=prices');
  const inForce = page.getByRole('table', { name: 'Prices in force' });
  await expect(inForce.getByRole('row', { name: MOONSHOT })).toContainText('$4,123.45');
  await expect(page.getByText('No price is scheduled.')).toBeVisible();

  // Schedule another one and cancel it.
  await schedule(page, '5000', 3);
  await page.getByRole('button', { name: 'Schedule this price' }).click();
  await page.getByRole('button', { name: /^Cancel the price of Moonshot/ }).click();
  await expect(page.getByRole('dialog')).toContainText('$5,000');
  await page.getByRole('button', { name: 'Cancel this price' }).click();
  await expect(page.getByText('No price is scheduled.')).toBeVisible();
  expect((await storedPrices()).filter(({ monthly_cents }) => monthly_cents === 500_000)).toEqual([]);

  const trail = await readRows(
    'audit_events',
    {},
    `and event like 'price\\_s%' order by line_number desc limit 3`,
  );
  expect(trail.map(({ event }) => event)).toEqual([
    'price_schedule_cancelled',
    'price_scheduled',
    'price_scheduled',
  ]);
  for (const { detail, ip_address } of trail) {
    expect(detail).toMatchObject({ by: 'manager', plan: 'moonshot' });
    expect(ip_address).not.toBeNull();
  }
});

test('a price from now on is previewed before it is set, and the form stays as it was', async ({
  page,
  browser,
}) => {
  const customer = await customerPage(browser);
  await openOperations(page, 'Mona Manager', 'Prices');
  await page.getByRole('button', { name: 'Change the price of Moonshot' }).click();
  await page.getByLabel('Monthly', { exact: true }).fill('4321');
  await page.getByRole('button', { name: 'Continue' }).click();
  const asked = page.getByRole('dialog', { name: 'Change the price of Moonshot?' });
  await expect(asked).toContainText('From now on');
  await expectPreviewOfDraft(asked, customer, '$4,321');
  await asked.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Monthly', { exact: true })).toHaveValue('4321');
  await page.getByRole('button', { name: 'Continue' }).click();
  await asked.getByRole('button', { name: 'Set this price' }).click();
  await expect(page.getByText(/^Price set:/)).toBeVisible();
  await customer.goto('/pricing');
  await expect(card(customer)).toContainText('$4,321');
});

test(`when two managers schedule a price at once, the second learns of the first and decides again${oneRunIn(5, 'two prices')}`, async ({
  page,
  browser,
}) => {
  const second = await strangerPage(browser);
  await openOperations(page, 'Mona Manager', 'Prices');
  await openOperations(second, 'Max Manager', 'Prices');
  for (const [who, monthly] of [
    [page, '4200'],
    [second, '4300'],
  ] as const) {
    await schedule(who, monthly);
  }
  await page.getByRole('button', { name: 'Schedule this price' }).click();
  await expect(page.getByText('Price scheduled')).toBeVisible();

  await second.getByRole('button', { name: 'Schedule this price' }).click();
  await expect(second.getByText(/Mona Manager scheduled a price from .* Nothing was saved\./)).toBeVisible();
  await expect(second.getByLabel('Monthly', { exact: true })).toHaveValue('4300');
  await expectAccessible(second);
  // There is already a price for this instant.
  await second.getByRole('button', { name: 'Continue' }).click();
  await second.getByRole('button', { name: 'Schedule this price' }).click();
  await expect(second.getByText(/A price already begins at this time/)).toBeVisible();
  await second.getByLabel('Time', { exact: true }).fill('10:00');
  await second.getByRole('button', { name: 'Continue' }).click();
  await second.getByRole('button', { name: 'Schedule this price' }).click();
  await expect(
    second.getByRole('table', { name: 'Scheduled prices' }).getByRole('row', { name: MOONSHOT }),
  ).toHaveCount(2);
});
