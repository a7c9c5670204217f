import { accessLabel, expect, hydrated, test } from '../browser.ts';
import { addCustomer, ownRep } from '../own-rep.ts';

test('a printed page is dark on white, fully unfolded, and without bars', async ({ page }) => {
  const { token } = await addCustomer((await ownRep()).id);
  await page.goto(`/comparison?access=${token}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  for (const path of ['/', '/comparison', '/contact']) {
    await page.goto(path);
    await hydrated(page);
    await expect(accessLabel(page, 'Premium Access')).toBeVisible();
    // Parts below the screen wait to slide up once the visitor has begun to scroll.
    await page.mouse.wheel(0, 40);
    if (path !== '/contact') await expect(page.locator('main [data-reveal=waiting]').first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('host:footer')).toBeHidden();
    await expect(page.getByText('Skip to content')).toBeHidden();
    const controls = page.getByRole('banner').or(page.getByTestId('marketing:plans'));
    await expect(controls.getByText(/^(Logout|Contact Sales)$/).filter({ visible: true })).toHaveCount(0);
    const { barPosition, hiddenOrMoved, darkGrounds } = await page.evaluate(() => {
      const style = (selector: string) =>
        [...document.querySelectorAll(selector)].map((node) => getComputedStyle(node));
      return {
        barPosition: style('header')[0]?.position,
        hiddenOrMoved: style('main [data-reveal]').filter(
          ({ opacity, transform }) => opacity !== '1' || transform !== 'none',
        ).length,
        darkGrounds: style('main .ground-ink, main .ground-teal')
          .map(({ backgroundColor }) => backgroundColor)
          // The element without a background color shows the paper.
          .filter((color) => color !== 'rgb(255, 255, 255)' && color !== 'rgba(0, 0, 0, 0)'),
      };
    });
    expect({ path, barPosition, hiddenOrMoved, darkGrounds }).toEqual({
      path,
      barPosition: 'static',
      hiddenOrMoved: 0,
      darkGrounds: [],
    });
    await page.emulateMedia({ media: 'screen' });
  }
  await page.goto('/comparison');
  await page.emulateMedia({ media: 'print' });
  await expect(
    page
      .getByTestId('marketing:comparison-table')
      .getByText(/\$[0-9]/)
      .first(),
  ).toBeVisible();
});
