import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { formatMonth } from '@corvane/shared/lib/months';
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, openPortalAs } from '../../portal/own-rep.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { insertRows, queryDatabase } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NAME = 'Stella Statement';

/** Nothing is cut off or scrolls sideways on the narrowest phone. */
async function expectFitsPhone(page: Page): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  if (size !== null) await page.setViewportSize(size);
}

test('a month is approved, questioned, answered, paid, and corrected in the next', async ({
  page,
  browser,
}) => {
  const rep = await addRep(NAME);
  const customer = await addCustomer(rep.id);
  const [days] = await queryDatabase<{ sold: string; month: string; before: string; now: string }>(
    `select (m - interval '2 months' + interval '14 days')::date::text as sold,
       to_char(m - interval '1 month', 'YYYY-MM') as month, to_char(m - interval '2 months', 'YYYY-MM') as before,
       to_char(m, 'YYYY-MM') as now
     from date_trunc('month', now() at time zone 'UTC') as m`,
  );
  if (days === undefined) throw new Error('The database tells no day.');
  const saleId = randomUUID();
  await insertRows('sales_records', [
    {
      id: saleId,
      sales_rep_id: rep.id,
      qualified_lead_id: customer.customerId,
      sale_date: days.sold,
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount: 120_000,
      commission: 12_345,
      is_cancelled: false,
      cancelled_at: null,
    },
  ]);

  await openOperations(page, 'Mona Payday', 'Statements');
  const row = page.getByRole('row', { name: new RegExp(NAME) });
  const dialog = page.getByRole('dialog');
  const monthChoice = page.getByRole('combobox', { name: 'Month (UTC)' });
  await expect(monthChoice).toHaveValue(days.month);
  await expect(row).toContainText('$123.45');
  await row.getByRole('button', { name: `Approve ${NAME}` }).click();
  await expect(dialog).toContainText(
    `Approve: all open months of ${NAME}, ${formatMonth(days.before)} to ${formatMonth(days.month)}?`,
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(row.getByRole('button', { name: `Approve ${NAME}` })).toBeFocused();
  await row.getByRole('button', { name: `Approve ${NAME}` }).click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(row).toContainText('Approved');
  await monthChoice.selectOption(days.before);
  await expect(row).toContainText('Approved');
  await monthChoice.selectOption(days.month);
  await expectFitsPhone(page);

  const own = await browser.newPage();
  await openPortalAs(own, rep);
  await own.getByRole('tab', { name: 'My Commissions' }).click();
  await own.getByRole('button', { name: 'My statements' }).click();
  const months = own.getByRole('table', { name: /^Your statements/ }).locator('tbody tr');
  await expect(months.first()).toContainText('$123.45');
  await expectFitsPhone(own);
  await months.first().getByRole('button').click();
  await own.getByRole('button', { name: customer.name }).click();
  await own.getByLabel('Your question', { exact: true }).fill('Why not more?');
  await own.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(own.getByRole('table', { name: /^Lines of/ })).toContainText('Why not more?');
  await expectFitsPhone(own);

  await page.reload();
  await expect(row).toContainText('1 question to answer');
  await row.getByRole('button', { name: NAME, exact: true }).click();
  await page.getByRole('button', { name: customer.name }).click();
  await page.getByLabel('Your answer', { exact: true }).fill('You are right.');
  await page.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(page.getByRole('table', { name: /^Lines of/ })).toContainText('You are right.');
  await page.getByRole('button', { name: 'All statements' }).click();
  await row.getByRole('button', { name: `Mark as paid ${NAME}` }).click();
  await dialog.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(row).toContainText('Paid');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').find((line) => line.includes(NAME))).toContain(',123.45,');

  await queryDatabase('update public.sales_records set commission = 20000 where id = $1', [saleId]);
  await own.reload();
  await expect(own.getByRole('table', { name: /^Lines of/ })).toContainText('You are right.');
  await expect(own.getByRole('table', { name: /^Lines of/ })).toContainText('$123.45');
  await own.getByRole('button', { name: 'All my statements' }).click();
  await expect(months.first()).toContainText('$76.55');
  await own.close();
});
