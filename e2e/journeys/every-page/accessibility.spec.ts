import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, hydrated, openSalesIdDialog, signInAndReturn, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
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

    for (const { path } of sampleOf(`axe at ${viewport.width}`, pages, 5)) {
      test(`${path} has no violation and does not scroll sideways`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        await expectAccessible(page);
      });
    }

    test(`the sign-in dialog, and prices, have no violation${oneRunIn(2, `prices at ${viewport.width}`)}`, async ({
      page,
    }) => {
      await page.goto('/pricing');
      await openSalesIdDialog(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await signInAndReturn(page);
      await expect(page.getByText('/month').first()).toBeVisible();
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
