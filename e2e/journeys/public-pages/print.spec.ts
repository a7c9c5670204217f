import { accessLabel, expect, hydrated, sectionsHydrated, test } from '../../browser.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { strangerPage } from '../../portal/portal.ts';

test('a printed page is dark on white, fully unfolded, and without bars', async ({ page }) => {
  const { token } = await addCustomer((await ownRep()).id);
  await page.goto(`/comparison?access=${token}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  for (const path of ['/', '/comparison', '/contact']) {
    await page.goto(path);
    await sectionsHydrated(page);
    await expect(accessLabel(page, 'Premium Access')).toBeVisible();
    // Parts below the screen wait to slide up once the visitor has begun to scroll.
    await page.mouse.wheel(0, 40);
    if (path !== '/contact') await expect(page.locator('main [data-reveal=waiting]').first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByTestId('host:footer')).toBeHidden();
    await expect(page.getByText('Skip to content')).toBeHidden();
    await expect(page.getByRole('banner').getByText('Corvane', { exact: true })).toBeVisible();
    const controls = page.getByRole('banner').or(page.getByTestId('marketing:plans'));
    await expect(controls.getByText(/^(Logout|Contact Sales)$/).filter({ visible: true })).toHaveCount(0);
    // Paper cannot count down, so it says when prices end.
    await expect(page.getByText(/\d h \d+ min/).filter({ visible: true })).toHaveCount(0);
    const end = page.getByTestId('host:access-badge').getByText(/^Prices until/);
    expect((await end.boundingBox())?.width).toBeGreaterThan(80);
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

test('a quote is printed alone on one sheet, stays the same, and is in the history of the customer', async ({
  browser,
  page,
}) => {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  const buyer = await strangerPage(browser);
  await buyer.goto(`/pricing?access=${customer.token}`);
  await buyer.getByRole('button', { name: 'See prices' }).click();
  await expect(accessLabel(buyer, 'Premium Access')).toBeVisible();
  await buyer.goto('/pricing');
  await sectionsHydrated(buyer);
  await buyer.getByRole('button', { name: 'Print a quote for Moonshot' }).click();
  const dialog = buyer.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /^Quote [0-9A-F]{4}-[0-9A-F]{4}$/ })).toBeFocused();
  const sheet = buyer.getByTestId('marketing:quote');
  await dialog.getByRole('button', { name: 'Annual' }).click();
  await expect(sheet.getByText('Billed annually', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Annual' })).toBeFocused();
  const quote = (await dialog.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await buyer.reload();
  await expect(dialog.getByRole('heading', { name: quote })).toBeVisible();

  // Regression: the strip with Close stood over what a scrolled dialog shows.
  await dialog.evaluate((scrolling) => scrolling.scrollTo(0, scrolling.scrollHeight));
  await buyer.emulateMedia({ media: 'print' });
  await expect(dialog.locator('.sticky')).toBeHidden();
  await expect(buyer.getByRole('banner')).toBeHidden();
  await expect(dialog.getByRole('button').filter({ visible: true })).toHaveCount(0);
  for (const words of ['Corvane', customer.name, customer.email, 'Robin Ownwell', rep.email, 'Moonshot']) {
    await expect(sheet.getByText(words, { exact: true })).toBeVisible();
  }
  for (const format of ['A4', 'Letter']) {
    const pdf = (await buyer.pdf({ format })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g), format).toHaveLength(1);
  }

  await openPortalAs(page, rep, `?tab=customers&customer=${customer.customerId}`);
  const history = page.getByRole('dialog').getByRole('list');
  for (const price of [/\$[0-9,]+ a month/, /\$[0-9,]+ a year/]) {
    await expect(
      history.getByText(`${customer.name} was quoted Moonshot for`).filter({ hasText: price }),
    ).toHaveCount(1);
  }
  await expect(history.getByText(quote.replace('Q', 'q'))).toHaveCount(1);
});

/** Regression: only the first story was on paper, and "Without" and "With" stood above no bars. */
test('a printed page has every story and the bars of its figures', async ({ page }) => {
  await page.goto('/features');
  await hydrated(page);
  await page.emulateMedia({ media: 'print' });
  const stories = page.getByRole('group', { name: 'Success stories' });
  const width = await page.evaluate(() => document.documentElement.clientWidth);
  const headings = stories.getByRole('heading', { level: 3 });
  await expect(headings).not.toHaveCount(0);
  for (const story of await headings.all()) {
    const box = await story.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width).toBe(true);
  }
  await expect(stories.getByText('1 of 3')).toBeHidden();
  await expect(stories.getByRole('button')).toHaveCount(0);

  await page.goto('/');
  await page.emulateMedia({ media: 'print' });
  for (const name of ['Without', 'With our data']) {
    const bar = page.getByText(name, { exact: true }).first().locator('div');
    await expect(bar).toHaveCSS('print-color-adjust', 'exact');
  }
});
