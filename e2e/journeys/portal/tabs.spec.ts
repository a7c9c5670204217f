import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, openSalesIdDialog, signInAsRep, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { expectAccessible, openPortal } from '../../portal/portal.ts';
import { demoRep, readRows, stack } from '../../stack.ts';

test('a rep opens the portal and sees who they are, three tabs, two cards, and the sales of the database', async ({
  page,
}) => {
  await page.goto('/');
  await signInAsRep(page);
  await expect(page).toHaveURL(/\/sales-portal/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.locator('#main')).toBeFocused();

  const rep = await demoRep();
  await expect(page.getByRole('main')).toContainText(rep.name);
  await expect(page.getByRole('main')).toContainText(rep.email);

  await expect(page.getByRole('tab')).toHaveText([
    'Qualify Customers',
    /^My Commissions( ?\d+ new)?$/,
    /^Customers( ?\d+ (new|ending soon))?$/,
    /^Requests( ?\d+ open)?$/,
  ]);
  await expect(page.getByRole('tab', { name: 'Qualify Customers' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'My Commissions' }).click();

  const sales = await readRows('sales_records', { sales_rep_id: rep.id });
  const totalCents = sales.reduce((sum, sale) => sum + Number(sale.sale_amount), 0);
  const dollars = (totalCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(page.getByRole('heading', { name: 'Total Sales Value' })).toBeVisible();
  await expect(page.getByText(dollars, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Active Subscriptions' })).toBeVisible();
  const active = sales.filter((sale) => sale.is_cancelled === false).length;
  await expect(page.getByText(String(active), { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).not.toHaveCount(1);
});

for (const width of sampleOf('sent home', [360, 1440], 2)) {
  test(`at ${width} px, an anonymous visitor of the portal is sent to the home page and offered to sign in`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await page.goto('/sales-portal?tab=commissions');
    await expect(page).toHaveURL('/');
    const dialog = page.getByRole('dialog', { name: 'Partner Program' });
    await expect(dialog.getByLabel('Sales ID', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.goto('/sales-portal?tab=commissions');
    await dialog.getByLabel('Sales ID', { exact: true }).fill(stack.demoSalesId);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/sales-portal?tab=commissions');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  });
}

test('logging out of the portal shows a message and opens the home page', async ({ page }) => {
  await openPortal(page);
  await page.goto('/sales-portal');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You have been logged out successfully')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('the dark theme applies to the public pages, from their first paint, until the session ends', async ({
  page,
}) => {
  const ink = 'rgb(14, 27, 42)';
  const surface = 'rgb(20, 34, 50)';
  const paper = 'rgb(251, 250, 247)';
  const header = page.getByTestId('host:header');
  const document = page.locator('html');
  const marketing = page.locator('main [data-app=marketing]');
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await openPortal(page);
  await expect(header).toHaveCSS('background-color', ink);
  await expect(document).toHaveCSS('background-color', ink);
  await expectAccessible(page);

  await page.setViewportSize({ width: 360, height: 640 });
  await header.getByRole('link', { name: /, home$/ }).click();
  await expect(page).toHaveURL('/');
  await header.locator('summary').click();
  await expectAccessible(page);
  await header.getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(marketing).toHaveCSS('background-color', ink);
  await expect(header).toHaveCSS('background-color', ink);
  await expect(document).toHaveCSS('background-color', ink);
  await expect(document).not.toHaveAttribute('data-page-theme');
  await expect(page.getByRole('main')).not.toContainText('Welcome');
  await expect(page.getByText('/month').first()).toBeVisible();
  await expectAccessible(page);

  // Before any script of the host runs.
  const scripts = await HeldRequests.of(page, /\/assets\/host\/.*\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await expect(header).toHaveCSS('background-color', ink);
  await expect(document).toHaveCSS('background-color', ink);
  await expect(marketing).toHaveCSS('background-color', ink);
  await scripts.release();

  // A sign-in with an unknown ID shows a dialog and a toast of the host.
  const dialog = await openSalesIdDialog(page);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('[data-sonner-toast]')).toHaveCSS('background-color', surface);
  await expect(dialog).toHaveCSS('background-color', ink);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 800 });
  await header.getByRole('button', { name: 'Logout' }).click();
  await expect(marketing).not.toHaveCSS('background-color', ink);
  await expect(header).toHaveCSS('background-color', paper);
  await expect(document).toHaveCSS('background-color', paper);
});
