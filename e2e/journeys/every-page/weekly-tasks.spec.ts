import { randomUUID } from 'node:crypto';
import { expect, test } from '../../browser.ts';
import { takenTime } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { CountedTask } from '../../measures/counted-task.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, openPortalAs } from '../../portal/own-rep.ts';
import { insertRows, queryDatabase, readRows, updateRow } from '../../stack.ts';

// What people do each week. docs/screens/README.md keeps the counts.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Requests that arrived some minutes ago. @returns their people's common last name */
async function requestsFrom(firstNames: readonly string[], changes: object = {}): Promise<string> {
  const lastName = randomUUID().slice(0, 8);
  const sentAt = new Date(Date.now() - 600_000).toISOString();
  await insertRows(
    'contact_submissions',
    firstNames.map((firstName) => ({
      id: randomUUID(),
      first_name: firstName,
      last_name: lastName,
      email: `${firstName.toLowerCase()}-${lastName}@visitor.example`,
      company: 'Weekly Ltd',
      project_type: 'contact',
      created_at: sentAt,
      notified_at: sentAt,
      ...changes,
    })),
  );
  return lastName;
}

test(`from a price to a sent answer to its quote takes three clicks${oneRunIn(3, 'price to quote')}`, async ({
  page,
}) => {
  const rep = await addRep('Robin Weekly');
  const { customerId, email, token } = await addCustomer(rep.id);
  await updateRow('qualified_leads', customerId, { company: 'Weekly Ltd' });
  const task = await CountedTask.prepare(page);
  await page.goto(`/pricing?access=${token}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  await expect(page.getByText('/month').first()).toBeVisible();
  await task.begin();
  await page.getByRole('button', { name: 'Print a quote for Moonshot' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'Go ahead with this quote' }).click();
  const send = page.getByRole('main').getByRole('button', { name: 'Go ahead with this quote' });
  await expect(send).toBeVisible();
  await takenTime(page, await page.evaluate(() => performance.now()));
  await send.click();

  await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
  await task.expectDone({ clicks: 3, screens: ['/', '/contact'] });
  expect(await readRows('contact_submissions', { email })).toMatchObject([{ source: 'quote' }]);
});

test(`a representative gives more time in two clicks${oneRunIn(3, 'more time')}`, async ({ page }) => {
  const rep = await addRep('Robin Weekly');
  const { customerId, name, email } = await addCustomer(rep.id, { leftMs: 3_600_000 });
  await requestsFrom(['Kim'], {
    last_name: name.slice('Kim '.length),
    email,
    source: 'more-time',
    assigned_to: rep.id,
    assigned_at: new Date(),
  });
  const task = await CountedTask.prepare(page);
  await openPortalAs(page, rep);
  await task.begin();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await page.getByRole('button', { name: `Extend access ${name}` }).click();

  await expect(page.getByText('Access extended')).toBeVisible();
  await task.expectDone({ clicks: 2, screens: ['/sales-portal', '/sales-portal requests'] });
  const [customer] = await readRows('qualified_leads', { id: customerId });
  expect(Date.parse(String(customer?.token_expires_at))).toBeGreaterThan(Date.now() + 2 * 3_600_000);
});

test(`five requests get their representative in five clicks${oneRunIn(3, 'five requests')}`, async ({
  page,
}) => {
  const name = `Robin ${randomUUID().slice(0, 8)}`;
  const rep = await addRep(name);
  const lastName = await requestsFrom(['Ada', 'Ben', 'Cleo', 'Dan', 'Eve']);
  const task = await CountedTask.prepare(page);
  await openOperations(page, 'Mona Weekly', 'Today');
  await task.begin();
  await page.getByRole('tab', { name: 'Requests' }).click();
  await task.type(page.getByRole('searchbox', { name: 'Search requests' }), lastName);
  await expect(page.getByText('5 requests shown')).toBeVisible();
  await page.getByRole('button', { name: 'Choose all shown' }).click();
  await page.getByRole('button', { name: 'Assign to …' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();

  await expect(page.getByText(`5 requests assigned to ${name}.`)).toBeVisible();
  await task.expectDone({
    clicks: 5,
    screens: ['/sales-portal/operations', '/sales-portal/operations requests'],
  });
  expect(await readRows('contact_submissions', { last_name: lastName, assigned_to: rep.id })).toHaveLength(5);
});

test(`a month of a representative is approved and paid in five clicks${oneRunIn(3, 'month paid')}`, async ({
  page,
}) => {
  const name = `Robin ${randomUUID().slice(0, 8)}`;
  const rep = await addRep(name);
  const [sold] = await queryDatabase<{ day: string }>(
    `select (date_trunc('month', now() at time zone 'UTC') - interval '2 months' + interval '14 days')::date::text as day`,
  );
  await insertRows('sales_records', [
    {
      id: randomUUID(),
      sales_rep_id: rep.id,
      sale_date: sold?.day,
      product_name: 'Moonshot',
      billing_frequency: 'annual',
      sale_amount: 120_000,
      commission: 12_345,
      is_cancelled: false,
    },
  ]);
  const task = await CountedTask.prepare(page);
  await openOperations(page, 'Mona Weekly', 'Today');
  await task.begin();
  await page.getByRole('tab', { name: 'Statements' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  for (const [action, status] of [
    ['Approve', 'Approved'],
    ['Mark as paid', 'Paid'],
  ] as const) {
    await row.getByRole('button', { name: action }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await expect(row.getByText(status, { exact: true })).toBeVisible();
  }

  await task.expectDone({
    clicks: 5,
    screens: ['/sales-portal/operations', '/sales-portal/operations statements'],
  });
});
