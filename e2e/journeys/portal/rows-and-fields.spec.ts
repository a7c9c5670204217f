import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, takesKeys, test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';

/*
 * Simulates differences of other engines in Chromium. WebKit paints selects and empty day fields itself. Safari on
 * macOS does not focus a clicked element. The journeys of each engine, in e2e/engines, check that no control is
 * covered.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a press anywhere in a row explains the sale, and the focus returns to its button', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const row = page.getByRole('table').locator('tbody').getByRole('row').nth(1);
  const dialog = page.getByRole('dialog', { name: 'How this was calculated' });
  for (const cell of [row.getByRole('cell').first(), row.getByRole('cell').last(), row.getByRole('button')]) {
    await cell.click();
    await takesKeys(dialog);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button')).toBeFocused();
  }
});

test('a click on the name of a product chooses it', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const menu = page.getByRole('button', { name: 'Product All products' });
  await menu.click();
  const list = page.getByRole('group', { name: 'Product' });
  await list.getByText('Moonshot', { exact: true }).click();
  await expect(list.getByRole('checkbox', { name: 'Moonshot' })).toBeChecked();
  await expect(page).toHaveURL(/product=Moonshot/);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Product Moonshot' })).toBeFocused();
});

test('an empty day field shows no date until someone types one', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const from = page.getByLabel('From', { exact: true });
  const transparent = 'rgba(0, 0, 0, 0)';
  const empty = page.getByText('Any day');
  await expect(empty).toHaveCount(2);
  await expect(from).toHaveCSS('color', transparent);
  await from.focus();
  await expect(empty.first()).toBeHidden();
  await expect(from).not.toHaveCSS('color', transparent);
  await from.fill('2026-01-31');
  await from.blur();
  await expect(empty).toHaveCount(1);
  await expect(from).not.toHaveCSS('color', transparent);
});

test('selects have our colors in both themes', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const selects = page.locator('select');
  await expect(selects).toHaveCount(5);
  for (const { theme, surface, ink, edge } of [
    { theme: 'light', surface: 'rgb(255, 255, 255)', ink: 'rgb(14, 27, 42)', edge: 'rgb(118, 129, 140)' },
    { theme: 'dark', surface: 'rgb(20, 34, 50)', ink: 'rgb(251, 250, 247)', edge: 'rgb(131, 145, 160)' },
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const select of await selects.all()) {
      await expect(select).toHaveCSS('appearance', 'none');
      await expect(select).toHaveCSS('background-color', surface);
      await expect(select).toHaveCSS('color', ink);
      await expect(select).toHaveCSS('border-top-color', edge);
    }
  }
});

test('no module is preloaded after it was loaded, because Firefox logs that as an error', async ({
  page,
}) => {
  await openPortal(page);
  await page.goto('/');
  await hydrated(page);
  await page.evaluate(() => {
    const late: string[] = [];
    const loaded = (href: string) => performance.getEntriesByName(href).length > 0;
    new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLLinkElement && node.rel === 'modulepreload' && loaded(node.href))
          late.push(node.href);
      }
    }).observe(document.head, { childList: true });
    Object.assign(window, { late });
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sales Portal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  expect(await page.evaluate(() => (window as unknown as { late: string[] }).late)).toEqual([]);
});

test.describe('in a browser where a click does not move the focus', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const keepFocus = (event: Event) => {
        if (event.target instanceof Element && event.target.closest('button, summary'))
          event.preventDefault();
      };
      document.addEventListener('mousedown', keepFocus, true);
    }),
  );

  async function expectFocusBack(page: Page, opener: Locator): Promise<void> {
    await opener.click();
    await takesKeys(page.getByRole('dialog'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }

  test('dialogs of the site return the focus to what opened them', async ({ page }) => {
    await page.goto('/data-refinement');
    await hydrated(page);
    await expectFocusBack(page, page.getByRole('button', { name: 'Partner Program' }));
    await expectFocusBack(page, page.getByRole('button', { name: 'Enter access token' }));
    await expectFocusBack(page, page.getByRole('link', { name: 'Discuss Your Data Needs' }));
  });

  test('dialogs of the portal return the focus to the button that opened them', async ({ page }) => {
    await openPortal(page, '?tab=commissions&range=all');
    await expectFocusBack(page, page.getByRole('button', { name: 'Shortcuts' }));
    await expectFocusBack(page, page.getByRole('table').locator('tbody').getByRole('button').first());
  });
});
