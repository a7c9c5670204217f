import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../../browser.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer } from '../../portal/own-rep.ts';
import { insertRows, queryDatabase } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NAME = 'Stella Statement';

/* The other engines' drivers keep no file. All else about statements is in engines/journeys. */
test('a manager takes the statements of last month as a file for payroll', async ({ page }) => {
  const rep = await addRep(NAME);
  const { customerId } = await addCustomer(rep.id);
  const [days] = await queryDatabase<{ sold: string; month: string }>(
    `select (m - interval '2 months' + interval '14 days')::date::text as sold,
       to_char(m - interval '1 month', 'YYYY-MM') as month
     from date_trunc('month', now() at time zone 'UTC') as m`,
  );
  await insertRows('sales_records', [
    {
      id: randomUUID(),
      sales_rep_id: rep.id,
      qualified_lead_id: customerId,
      sale_date: days?.sold,
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount: 120_000,
      commission: 12_345,
      is_cancelled: false,
      cancelled_at: null,
    },
  ]);

  await openOperations(page, 'Mona Payday', 'Statements');
  await expect(page.getByRole('combobox', { name: 'Month (UTC)' })).toHaveValue(String(days?.month));
  await expect(page.getByRole('row', { name: new RegExp(NAME) })).toContainText('$123.45');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.split('\r\n').find((line) => line.includes(NAME))).toContain(',123.45,');
});
