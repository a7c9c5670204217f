import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { expect, test } from '../../browser.ts';
import { openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { expectAccessible, openPortal, strangerPage } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { readRows, stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a rep qualifies, sees the link opened within five seconds, revokes, and the customer sees no price', async ({
  page,
  browser,
}) => {
  const email = `live-${randomUUID()}@customer.example`;
  const name = `Live ${email.slice(5, 13)}`;
  await openPortalAs(page, await ownRep());
  const form = new QualifyForm(page);
  const code = await form.sendCode({ email, name, company: 'Journey Ltd' });
  await expect(form.email).toBeDisabled();
  await expect(form.verify).toBeDisabled();
  await form.enter(code);
  const link = await form.link.inputValue();
  expect(link).toMatch(new RegExp(`^${stack.url}/comparison\\?access=[\\w-]{43}$`));
  await expect(page.getByRole('img', { name: 'QR code of the access link' })).toBeVisible();
  await expect(
    page.getByText(
      new RegExp(`Valid for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}, until [^(]*\\(your time zone\\)`),
    ),
  ).toBeVisible();
  const mail = await page.getByRole('link', { name: 'Write my own email' }).getAttribute('href');
  expect(decodeURIComponent(mail ?? '')).toContain(link);
  await expectAccessible(page);

  await page.getByRole('tab', { name: /^Customers/ }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row.getByText('Issued')).toBeVisible();
  await expect(row.getByText(/4[78] h \d+ min/)).toBeVisible();

  const customer = await strangerPage(browser);
  await customer.goto(link);
  await customer.getByRole('dialog').getByRole('button', { name: 'See prices' }).click();
  await expect(page.getByText(`Opened: ${name} opened the access link`)).toBeVisible();
  await expect(row.getByText('Active')).toBeVisible();
  await expect(customer.getByText('/month').first()).toBeVisible();

  await row.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const details = page.getByRole('dialog', { name });
  await expect(details.getByText(`${name} opened the access link`)).toBeVisible();
  await expect(details.getByText('You issued an access link')).toBeVisible();
  await expect(page).toHaveURL(/customer=/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/customer=/);

  await row.getByRole('button', { name: `Extend ${name}` }).click();
  await page.getByRole('button', { name: `Extend to ${durationWords(ACCESS_LINK_LIFE_SECONDS)}` }).click();
  await expect(page.getByText('Access extended')).toBeVisible();

  await row.getByRole('button', { name: `Revoke ${name}` }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revoke access' }).click();
  await expect(page.getByText('Access revoked')).toBeVisible();
  await expect(row.getByText('Revoked')).toBeVisible();
  await customer.goto('/pricing');
  await expect(customer.getByTestId('marketing:access')).toContainText('Your access to prices has ended');
  await expect(customer.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
  const [stored] = await readRows('qualified_leads', { email });
  expect(stored?.revoked_at).not.toBeNull();

  await row.getByRole('button', { name: `Issue again ${name}` }).click();
  await page.getByRole('button', { name: 'Go to Qualify Customers' }).click();
  // The first link was not copied, so it stays until the rep leaves it.
  await expect(page.getByText('Copy or email this link first')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Qualify ${name}` }).click();
  await expect(page.getByLabel('Customer email*', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Customer name', { exact: true })).toHaveValue(name);
});

test('status and search narrow the list, stay in the address, and survive a reload', async ({ page }) => {
  await openPortal(page, '?tab=customers');
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await page.getByRole('button', { name: /^Expired/ }).click();
  await expect(page).toHaveURL(/state=expired/);
  await expect(page.getByRole('button', { name: /^Expired/ })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('NORTHPINE');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Tom Becker');
  await page.reload();
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('nobody is called that');
  await expect(page.getByText('No customer matches.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/sales-portal?tab=customers');
  await expect.poll(() => rows.count()).toBeGreaterThan(10);
});

test("an address opens a customer, or shows a message if the customer is another rep's", async ({ page }) => {
  const [stored] = await readRows('qualified_leads', { name: 'Henry Voss' });
  await openPortal(page, `?tab=customers&customer=${stored?.id}`);
  const details = page.getByRole('dialog', { name: 'Henry Voss' });
  await expect(details.getByText('The link was revoked')).toBeVisible();
  await expect(details.getByRole('button', { name: /Issue again/ })).toBeVisible();
  await page.goto(`/sales-portal?tab=customers&customer=${randomUUID()}`);
  await expect(page.getByText('This customer is not one of yours')).toBeVisible();
});

test('beside the details of a customer, the list can be used, and Escape leads back to the row', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPortal(page, '?tab=customers');
  const opener = (name: string) =>
    page.getByRole('row').getByRole('button', { name: new RegExp(`^${name}`) });
  await opener('Nora Whitaker').click();
  await expect(page.getByRole('dialog').getByText('You issued an access link')).toBeVisible();
  await expectAccessible(page);
  // Chromium presses only what nothing covers.
  await opener('Amara Diallo').click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Amara Diallo' })).toBeFocused();
  await expect(page.getByRole('row').and(page.locator('[aria-current=true]'))).toContainText('Amara Diallo');
  // The way out of the panel by Tab, and back in.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search customers' }).fill('Amara');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await expect(opener('Amara Diallo')).toBeFocused();
});

test("every row's main action stands in one line, below the head of its column", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openPortal(page, '?tab=customers');
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'Access' })).toBeVisible();
  // Rows with Extend, and rows with only Issue again.
  await expect(table.getByRole('button', { name: /^Issue again/ }).first()).toBeVisible();
  // Read at one moment: a new row or a font may change the widths of the columns.
  const { left, lefts } = await table.evaluate((node) => {
    const head = node.querySelector('thead tr > :last-child') as Element;
    const cells = [...node.querySelectorAll('tbody tr td:last-child')];
    return {
      left: head.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(head).paddingLeft),
      lefts: cells.map((cell) => cell.querySelector('button')?.getBoundingClientRect().left),
    };
  });
  expect(new Set(lefts)).toEqual(new Set([left]));
});
