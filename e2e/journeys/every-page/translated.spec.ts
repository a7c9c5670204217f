import { randomUUID } from 'node:crypto';
import { translatePage } from '@corvane/shared/testing/translate-page';
import type { Page } from '@playwright/test';
import { answering, expect, hydrated, openSalesIdDialog, test } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { openPortal } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { publicPages } from '../../site/pages.ts';
import { stack } from '../../stack.ts';

/** A refused credential is a failed request. */
test.use({ allowProblems: /status of 4\d\d/, contextOptions: { reducedMotion: 'reduce' } });

/** As when a person chooses a language in the browser's menu. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(translatePage);
  await expect(page.locator('font').first()).toBeAttached();
}

test('a visitor goes through all translated pages', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await translate(page);
  for (const { path, title } of await publicPages()) {
    const link = page.getByRole('contentinfo').locator(`a[href="${path}"]`);
    if ((await link.count()) === 0) continue;
    await link.first().click();
    await expect(page).toHaveURL(path);
    // The page before stays until the next one is ready. Then a press on its footer could hit nothing.
    await expect(page).toHaveTitle(title);
    await expect(page.locator('h1')).toBeVisible();
  }
});

test('a visitor corrects a translated form, and sends it', async ({ page }) => {
  const company = `Translated ${randomUUID()}`;
  await page.goto('/contact');
  await hydrated(page);
  await translate(page);
  const send = page.getByRole('main').locator('form button[type=submit]');
  await answering(send);
  await send.click();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await fillContact(page, { name: 'Ada Lovelace', email: 'ada@lovelace.example', company });
  await takenTime(page);
  await send.click();
  await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
  expect(await requestsOf(company)).toHaveLength(1);
});

test.describe('on a page whose sections are translated before they are hydrated', () => {
  // React logs that it draws such a section again. The browser reports the 401 of the wrong ID.
  test.use({ allowProblems: /Minified React error #418|status of 401/ });

  test('a representative signs in with a translated dialog, after a wrong ID', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await translate(page);
    const dialog = await openSalesIdDialog(page);
    const field = dialog.getByLabel('Sales ID', { exact: true });
    await field.fill('SR-0000-0000');
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog.getByText('Authentication Failed')).toBeVisible();
    await field.fill(stack.demoSalesId);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
  });
});

test('a representative sorts and filters translated sales, and explains one', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const sales = page.getByRole('table', { name: /^Sales\./ });
  await expect(sales.locator('tbody').getByRole('row')).toHaveCount(25);
  await translate(page);
  for (const order of ['descending', 'ascending', 'descending']) {
    await page.getByRole('button', { name: 'Amount', exact: true }).click();
    await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', order);
  }
  await page.getByRole('button', { name: 'This year' }).click();
  await expect(page.getByRole('button', { name: 'This year' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'All time' }).click();
  await sales.locator('tbody').getByRole('button').first().click();
  await expect(page.getByRole('dialog', { name: 'How this was calculated' })).toBeVisible();
  await page.keyboard.press('Escape');
  for (const name of [/^Customers$/, /^Requests( \d+ open)?$/, /^Qualify Customers$/]) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tabpanel', { name })).toBeVisible();
  }
});

test('a representative qualifies a customer in a translated portal', async ({ page }) => {
  await openPortalAs(page, await ownRep());
  await translate(page);
  const form = new QualifyForm(page);
  const details = { email: `${randomUUID()}@customer.example`, name: 'Tina Traduce', company: 'Words' };
  await form.email.fill('tina@gmial.com');
  await page.getByRole('button', { name: 'tina@gmail.com' }).click();
  await form.fill(details);
  await form.send.click();
  await form.code.fill('000000');
  await form.verify.click();
  await form.code.fill(await form.mailedCode(details));
  await form.verify.click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});
