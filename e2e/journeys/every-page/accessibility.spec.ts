import { expect, hydrated, openSalesIdDialog, signInAsRep, test } from '../../browser.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { publicPages } from '../../site/pages.ts';

const pages = await publicPages();

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const { path } of pages) {
      test(`${path} has no violation and does not scroll sideways`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        await expectAccessible(page);
      });
    }

    test('signed in, prices and both tabs of the portal have no violation', async ({ page }) => {
      await page.goto('/pricing');
      await openSalesIdDialog(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await signInAsRep(page);
      await expect(page.getByText('/month').first()).toBeVisible();
      await expectAccessible(page);

      await page.goto('/sales-portal');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      await expectAccessible(page);
      await page.getByRole('tab', { name: 'My Commissions' }).click();
      await expect(page.getByRole('table')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test.describe('the not-found page', () => {
  test.use({ allowProblems: /status of 404/ });

  test('has no violation', async ({ page }) => {
    await page.goto('/no/such/page');
    await hydrated(page);
    await expectAccessible(page);
  });
});

test('a person with only a keyboard can read, sign in and open the portal', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip to/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();
  await page.getByRole('button', { name: 'Partner Program' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeFocused();
  await page.keyboard.type(process.env.DEMO_SALES_ID ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Authentication Successful')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Sales Portal' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page.locator('#main')).toBeFocused();
});
