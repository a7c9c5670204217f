import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import { devices } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact, requestsOf } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { stack } from '../../stack.ts';

test.use(devices['Pixel 7']);

/** Where a person blocks site data, as "block all cookies" does in Chrome, reading a storage throws. */
test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  }),
);

for (const path of sampleOf('blocked storage', ['/', '/pricing'], 2)) {
  test(`${path} starts with site data blocked, and its menu leads to another page`, async ({ page }) => {
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('banner').locator('summary').tap();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'About' }).tap();
    await expect(page).toHaveURL('/about');
  });
}

test(`the contact form is sent with site data blocked${oneRunIn(2, 'blocked form')}`, async ({ page }) => {
  const company = `Blocked ${randomUUID()}`;
  await page.goto('/contact');
  await hydrated(page);
  await fillContact(page, { name: 'Ada Lovelace', email: 'ada@lovelace.example', company });
  await page.getByRole('main').locator('form button[type=submit]').tap();
  await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
  expect(await requestsOf(company)).toHaveLength(1);
});

test(`a representative signs in to the portal and types with site data blocked${oneRunIn(2, 'blocked portal')}`, async ({
  page,
}) => {
  await page.goto('/sales-portal');
  const dialog = page.getByRole('dialog', { name: 'Partner Program' });
  await dialog.getByLabel('Sales ID', { exact: true }).fill(stack.demoSalesId);
  await dialog.getByRole('button', { name: 'Sign in' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  const { email } = new QualifyForm(page);
  await email.fill('kim@customer.example');
  await expect(email).toHaveValue('kim@customer.example');
});
