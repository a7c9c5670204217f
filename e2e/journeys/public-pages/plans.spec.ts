import type { Page } from '@playwright/test';
import { expect, hydrated, storedSession, test } from '../../browser.ts';
import { stack } from '../../stack.ts';

const PLANS = ['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise'];

/** At the end of the table, too. */
async function headKeepsButtons(page: Page): Promise<void> {
  const table = page.getByRole('table', { name: 'Compare every feature' });
  await table.getByText('Quarterly Business Review').scrollIntoViewIfNeeded();
  const acts = table.getByRole('link', { name: 'Contact Sales' });
  await expect(acts).toHaveCount(PLANS.length);
  for (const [place, plan] of PLANS.entries()) {
    const act = acts.nth(place);
    await expect(act).toBeInViewport({ ratio: 1 });
    await expect(act).toHaveAccessibleDescription(plan);
    await expect(act).toHaveAttribute('href', `/contact?source=pricing&tier=${encodeURIComponent(plan)}`);
  }
}

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the price area of each plan begins within the first 400 pixels', async ({ page }) => {
    await page.goto('/pricing');
    const cards = page.getByTestId('marketing:plans').locator('> ul > li');
    for (const text of [
      cards.getByText('Book a Demo to See Pricing'),
      cards.getByText('Contact for Pricing'),
    ]) {
      for (const price of await text.all()) {
        expect((await price.boundingBox())?.y).toBeLessThan(400);
      }
    }
    await expect(cards.getByRole('link', { name: 'Contact Sales' })).toHaveCount(PLANS.length);
  });

  test('the one link below the plans leads to the table, whose head keeps a button for each plan', async ({
    page,
  }) => {
    await page.goto('/pricing');
    await hydrated(page);
    await page.getByRole('link', { name: 'Compare every feature' }).click();
    await expect(page).toHaveURL('/comparison#table-title');
    const table = page.getByRole('table', { name: 'Compare every feature' });
    await expect(page.getByRole('heading', { name: 'Compare every feature' })).toBeFocused();
    await expect(table).toBeInViewport();
    await headKeepsButtons(page);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the comparison's head keeps a button for each plan", async ({ page }) => {
    await page.goto('/comparison#table-title');
    await hydrated(page);
    await headKeepsButtons(page);
  });

  test('the plans are one row with one act each, and the keyboard brings each into view', async ({
    page,
  }) => {
    await page.goto('/pricing');
    await hydrated(page);
    const cards = page.getByTestId('marketing:plans').locator('> ul > li');
    const links = await cards.getByRole('link').all();
    expect(links).toHaveLength(PLANS.length);
    await links[0]?.focus();
    for (const link of links) {
      await expect(link).toBeFocused();
      await expect(link).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
    }
  });

  test('the keyboard brings the name of each plan into view for those who may share it', async ({ page }) => {
    const { stored } = await storedSession(page, stack.demoSalesId);
    await page.addInitScript((session) => localStorage.setItem('host:sales-session', session), stored);
    await page.goto('/pricing');
    const cards = page.getByTestId('marketing:plans').locator('> ul > li');
    for (const plan of PLANS) await expect(cards.getByRole('button', { name: plan })).toBeAttached();
    const stops = await cards.locator('a, button').all();
    await stops[0]?.focus();
    for (const stop of stops) {
      await expect(stop).toBeFocused();
      await expect(stop).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Tab');
    }
  });

  test.describe('without scripts', () => {
    test.use({ javaScriptEnabled: false });

    test('the row has every plan, the next one shows at its edge, and the page does not scroll sideways', async ({
      page,
    }) => {
      await page.goto('/pricing');
      const cards = page.getByTestId('marketing:plans').locator('> ul > li');
      await expect(cards).toHaveCount(PLANS.length);
      await expect(cards.nth(0).getByText('Book a Demo to See Pricing')).toBeInViewport({ ratio: 1 });
      await expect(cards.nth(1)).toBeInViewport();
      await expect(cards.nth(2)).not.toBeInViewport();
      const { scrollWidth, clientWidth } = await page
        .locator('html')
        .evaluate(({ scrollWidth, clientWidth }) => ({ scrollWidth, clientWidth }));
      expect(scrollWidth).toBe(clientWidth);
    });
  });
});
