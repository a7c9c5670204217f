import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { addRep } from '../../ops.ts';
import { openOperations } from '../../portal/open-operations.ts';
import { addCustomer, callProcedure, endOfDay } from '../../portal/own-rep.ts';
import { expectAccessible } from '../../portal/portal.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the audit trail is filtered by person and event, shown as sentences, and exported as shown', async ({
  page,
}) => {
  const rep = await addRep('Ruth Trail');
  const customer = await addCustomer(rep.id);
  const other = await addCustomer(rep.id);
  for (const { customerId } of [customer, other])
    await callProcedure('revoke_customer_access', { lead_id_param: customerId });

  await openOperations(page, 'Mona Manager', 'Today');
  await page.keyboard.press('2');
  await expect(page.getByRole('tab', { name: 'Requests' })).toBeFocused();
  await page.getByRole('tab', { name: 'Audit' }).click();
  await page.getByRole('searchbox', { name: 'Search for a person' }).fill(customer.name.toUpperCase());
  await page.getByRole('button', { name: customer.email }).click();
  await expect(page.getByText(`Lines of ${customer.name}`)).toBeVisible();
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Access revoked');
  const rows = page.locator('#main tbody tr:visible');
  await expect(rows).toHaveCount(1);
  const sentence = `An operator revoked the access of ${customer.name}`;
  await expect(rows).toContainText(sentence);
  // The URL contains no name and no address, and loading it shows the same events.
  expect(page.url()).not.toMatch(/kim|customer\.example/i);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await expect(page.getByText(`Lines of ${customer.name}`)).toBeVisible();
  await expectAccessible(page);

  const csv = await download(page, 'Export CSV');
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2);
  expect(csv).toContain(`,${sentence},`);
  const json = (await download(page, 'Export JSON')).trimEnd().split('\n');
  expect(json.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'link_revoked', customerEmail: customer.email },
  ]);
  // Each export is a line of the trail itself.
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('combobox', { name: 'Event' }).selectOption('Audit trail exported');
  const exported = 'Mona Manager exported 1 line of the audit trail, filtered by person and event';
  await expect(rows.filter({ hasText: exported }).nth(1)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(rows).toHaveCount(1);

  // Other events of the representative are one press away.
  await rows.getByRole('button').click();
  await page.getByRole('button', { name: 'All lines of Ruth Trail' }).click();
  await expect(rows.filter({ hasText: other.name })).toHaveCount(1);
});

test("a figure of Today leads to the link that ends today, and from there to the customer's events", async ({
  page,
}) => {
  const repName = `Ruth ${randomUUID().slice(0, 8)}`;
  const rep = await addRep(repName);
  // The UTC day may end during this journey. Then the second link is the one that ends today.
  const now = new Date();
  const customers = [
    await addCustomer(rep.id, { endsAt: endOfDay(now, 0) }),
    await addCustomer(rep.id, { endsAt: endOfDay(now, 1) }),
  ];
  await openOperations(page, 'Mona Manager', 'Today');
  await page.getByRole('link', { name: /access links? that ends? today/ }).click();
  await expect(page).toHaveURL(/\?waiting=links$/);
  const list = page.getByRole('region', { name: 'Access links that end today' });
  const row = list.getByRole('row').filter({ hasText: repName });
  await expect(row).toHaveCount(1);
  const text = await row.textContent();
  const customer = customers.find(({ email }) => text?.includes(email));
  await expectAccessible(page);
  await row.getByRole('button', { name: new RegExp(`^${customer?.name}`) }).click();
  await page.getByRole('link', { name: 'What happened with this customer' }).click();
  await expect(page.getByRole('tab', { name: 'Audit' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText(`Lines of ${customer?.name}`)).toBeVisible();
});

test('on a phone, the row of tabs keeps the selected tab in sight', async ({ page }) => {
  await openOperations(page, 'Mona Manager', 'Audit');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('tab', { name: 'Audit' })).toBeInViewport({ ratio: 1 });
  // At this width the tabs do not fit.
  await page.getByRole('tab').evaluateAll((tabs) => {
    for (const tab of tabs) tab.style.minWidth = '9rem';
  });
  await page.getByRole('tab', { name: 'Today' }).focus();
  await page.keyboard.press('End');
  const last = page.getByRole('tab').last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('tab', { name: 'Today' })).not.toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Today' })).toBeInViewport({ ratio: 1 });
});

async function download(page: Page, button: string): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return readFile(await (await saved).path(), 'utf8');
}
