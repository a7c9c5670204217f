import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { openPortal } from '../../portal/portal.ts';

/*
 * Simulates differences of other engines in Chromium. WebKit paints selects and empty day fields itself. Safari on
 * macOS does not focus a clicked element. The journeys of each engine, in e2e/engines, check that no control is
 * covered. They also check how selects are painted, and the focus after Escape.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a press anywhere in a row explains the sale, and the focus returns to its button', async ({ page }) => {
  await openPortal(page, '?tab=commissions&range=all');
  const row = page.getByRole('table').locator('tbody').getByRole('row').nth(1);
  const dialog = page.getByRole('dialog', { name: 'How this was calculated' });
  for (const cell of [row.getByRole('cell').first(), row.getByRole('cell').last(), row.getByRole('button')]) {
    await cell.click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('button')).toBeFocused();
  }
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
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(opener).toBeFocused();
  }

  test('dialogs of the portal return the focus to the button that opened them', async ({ page }) => {
    await openPortal(page, '?tab=commissions&range=all');
    await expectFocusBack(page, page.getByRole('button', { name: 'Find' }));
    await expectFocusBack(page, page.getByRole('table').locator('tbody').getByRole('button').first());
  });
});
