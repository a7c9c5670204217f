import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import { expect, test } from '../../browser.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, openPortalAs } from '../../portal/own-rep.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { insertRows, queryDatabase, stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const dollars = (cents: number) =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

test('a manager reads the sales of all and of one representative, and leaves a line for a file', async ({
  page,
}) => {
  const rep = await addRep('Sofia Teamwork');
  const customer = await addCustomer(rep.id);
  const sale = (amount: number, changes: object = {}) => ({
    id: randomUUID(),
    sales_rep_id: rep.id,
    qualified_lead_id: customer.customerId,
    sale_date: new Date().toISOString().slice(0, 10),
    product_name: 'Moonshot',
    billing_frequency: 'annual',
    sale_amount: amount,
    commission: amount / 10,
    is_cancelled: false,
    cancelled_at: null,
    ...changes,
  });
  const cancelled = { is_cancelled: true, cancelled_at: new Date().toISOString() };
  await insertRows('sales_records', [sale(120_000), sale(45_670), sale(30_000, cancelled)]);
  const [sums] = await queryDatabase<{ every: string; own: string; kept: string }>(
    `select sum(sale_amount) as every, sum(sale_amount) filter (where sales_rep_id = $1) as own,
       sum(commission) filter (where sales_rep_id = $1 and not is_cancelled) as kept
     from public.sales_records`,
    [rep.id],
  );

  await openOperations(page, 'Mona Overview', 'Team');
  const card = (title: string) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
      .last();
  await page.getByRole('button', { name: 'All time' }).click();
  await expect(card('Total Sales Value')).toContainText(`All time${dollars(Number(sums?.every))}`);
  await page.getByRole('button', { name: 'This month' }).click();
  await page.getByRole('button', { name: 'Links opened' }).click();
  await expect(page.getByRole('columnheader', { name: 'Links opened' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const ranking = page.getByRole('table', { name: /^Representatives by/ });
  const overlapping = await ranking
    .locator('tbody :is(th, td)')
    .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
  expect(overlapping).toBe(0);
  const cut = await page.getByRole('table', { name: /^Figures of the chosen period/ }).evaluate((table) => {
    const frame = table.parentElement ?? table;
    const inside =
      frame.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(frame).paddingRight);
    return [...table.querySelectorAll('td')].filter((cell) => cell.getBoundingClientRect().right > inside + 2)
      .length;
  });
  expect(cut).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });

  // Other journeys add representatives, and the table begins with the first of its order.
  await ranking.getByRole('button', { name: 'Sales value' }).click();
  await ranking.getByRole('button', { name: 'Sofia Teamwork' }).click();
  await expect(page.getByRole('combobox', { name: 'Representative', exact: true })).toBeFocused();
  await expect(card('Total Sales Value')).toContainText(`All time${dollars(Number(sums?.own))}`);
  await expect(card('Remaining commission')).toContainText(dollars(Number(sums?.kept)));
  await expect(page.getByRole('row', { name: /^Sales value/ })).toContainText(dollars(Number(sums?.own)));
  const rows = page.getByRole('table', { name: /^Sales\./ }).locator('tbody tr');
  await expect(rows).toHaveCount(3);
  await rows.first().click();
  await expect(page.getByRole('dialog', { name: 'How this was calculated' })).toContainText(customer.name);
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file.trimEnd().split('\r\n')).toHaveLength(4);
  const lines = await queryDatabase<{ detail: object }>(
    `select detail from public.audit_events where event = 'sales_exported' and detail -> 'filter' ->> 'scope' = $1`,
    [rep.id],
  );
  expect(lines).toMatchObject([{ detail: { rows: 3 } }]);
  // The address holds the choice.
  await page.reload();
  await expect(card('Total Sales Value')).toContainText(`All time${dollars(Number(sums?.own))}`);
});

test('a representative has no Team, and is refused the sales of others', async ({ page }) => {
  const [rep, other] = [await addRep('Paul Alone'), await addRep('Petra Else')];
  await openPortalAs(page, rep);
  await page.goto('/sales-portal/operations?tab=team');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Team' })).toHaveCount(0);

  const signedIn = await page.request.post('/functions/v1/sign-in-rep', { data: { salesId: rep.salesId } });
  const { sessionToken } = sessionGrantSchema.parse(await signedIn.json());
  const headers = { apikey: stack.publishableKey, Authorization: `Bearer ${sessionToken}` };
  for (const scope of ['all', other.id, rep.id]) {
    for (const name of ['get_sales_dashboard', 'get_sales_table', 'get_sales_ranking']) {
      const answer = await page.request.post(`/rest/v1/rpc/${name}`, {
        headers,
        data: { filter: { scope } },
      });
      expect(answer.status(), `${name} of ${scope}`).toBe(403);
    }
  }
});
