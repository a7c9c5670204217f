import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { mailedCode, openPortal } from '../../portal/portal.ts';
import { stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Presses Tab until the element has the focus, like a person without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

test("a rep can do a whole day's work with only the keyboard", async ({ page }) => {
  const email = `keys-${randomUUID()}@customer.example`;
  const { keyboard } = page;

  await page.goto('/');
  await hydrated(page);
  await tabTo(page, page.getByRole('button', { name: 'Partner Program' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeFocused();
  await keyboard.type(stack.demoSalesId);
  await keyboard.press('Enter');
  await expect(page.getByText('Authentication Successful')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');

  // The list of shortcuts opens and closes.
  await keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  // Qualify.
  await keyboard.press('n');
  await expect(page.getByLabel('Customer email*', { exact: true })).toBeFocused();
  await keyboard.type(email);
  await keyboard.press('Tab');
  await keyboard.type('Kay 1234');
  await keyboard.press('Enter');
  await expect(page.getByLabel('6-digit code', { exact: true })).toBeFocused();
  await keyboard.type(await mailedCode(email));
  await keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeFocused();

  // Customers: find, open, revoke.
  await keyboard.press('3');
  await expect(page.getByRole('tab', { name: /^Customers/ })).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused();
  await keyboard.type(email);
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(page.locator('#main tbody tr:visible')).toHaveCount(1);
  await tabTo(page, row.getByRole('button', { name: /^Kay 1234/ }));
  await keyboard.press('Enter');
  const details = page.getByRole('dialog', { name: 'Kay 1234' });
  await expect(details.getByText('You issued an access link')).toBeVisible();
  await keyboard.press('Escape');
  await expect(row.getByRole('button', { name: /^Kay 1234/ })).toBeFocused();
  await tabTo(page, row.getByRole('button', { name: 'Revoke Kay 1234' }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Revoke access' }));
  await keyboard.press('Enter');
  await expect(row.getByText('Revoked')).toBeVisible();
  await keyboard.press('c');
  await expect(page).toHaveURL('/sales-portal?tab=customers');

  // Commissions: search, go through the rows, explain one, sort, export, clear.
  await keyboard.press('2');
  await tabTo(page, page.getByRole('button', { name: 'All time' }));
  await keyboard.press('Enter');
  const openers = page.getByRole('table').locator('tbody').getByRole('button');
  await expect(openers).toHaveCount(25);
  await tabTo(page, openers.first());
  await keyboard.press('ArrowDown');
  await expect(openers.nth(1)).toBeFocused();
  await keyboard.press('End');
  await expect(openers.last()).toBeFocused();
  await keyboard.press('Home');
  await expect(openers.first()).toBeFocused();
  await keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'How this was calculated' })).toBeVisible();
  await keyboard.press('Escape');
  await expect(openers.first()).toBeFocused();
  await keyboard.press('/');
  await keyboard.type('hartwell 2e');
  await expect(page.getByText('No sales match these filters.')).toBeVisible();
  for (let press = 0; press < 3; press++) await keyboard.press('Backspace');
  await expect(openers.first()).toContainText('Priya Raman');
  await keyboard.press('Tab');
  const download = page.waitForEvent('download');
  await keyboard.press('e');
  expect((await download).suggestedFilename()).toBe('sales.csv');
  await tabTo(page, page.getByRole('button', { name: 'Amount', exact: true }));
  await keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveAttribute('aria-sort', 'descending');
  await keyboard.press('c');
  await expect(page).toHaveURL('/sales-portal?tab=commissions&range=all');

  // Arrows move through the tabs, then log out.
  await keyboard.press('2');
  await expect(page.getByRole('tab', { name: 'My Commissions' })).toBeFocused();
  await keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Qualify Customers' })).toBeFocused();
  await expect(page.getByRole('tab', { name: 'Qualify Customers' })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Menu', exact: true }));
  await keyboard.press('Enter');
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Logout' }));
  await keyboard.press('Enter');
  await expect(page).toHaveURL('/');
});

test("at 400 % zoom a dialog's focused element is visible, even when Tab wraps around", async ({ page }) => {
  await openPortal(page);
  await page.setViewportSize({ width: 320, height: 256 });
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(dialog).toBeVisible();
  const stops = await dialog.locator('button, input').count();
  expect(stops).toBeGreaterThan(1);
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press <= stops; press += 1) {
      await page.keyboard.press(key);
      await expect(dialog.locator(':focus')).toBeInViewport({ ratio: 1 });
    }
  }
});
