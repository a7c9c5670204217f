import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { answering, expect, hydrated, test } from '../../browser.ts';
import { requestsOf, takenTime } from '../../contact.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Presses Tab until an element has the focus. It must then be fully on the screen and not under the fixed bar. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect.poll(() => target.evaluate(isBelowTheBar)).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${target}`);
}

function isBelowTheBar(element: Element): boolean {
  const bar = element.closest('header')
    ? 0
    : (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
  const { top } = element.getBoundingClientRect();
  return top >= bar && top < innerHeight;
}

test('on a phone: skip link, menu, and Escape to close it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await hydrated(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#main')).toBeFocused();

  await page.reload();
  await hydrated(page);
  const menu = page.getByRole('banner').locator('summary');
  await tabTo(page, menu);
  await page.keyboard.press('Enter');
  const compare = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Compare Plans' });
  await expect(compare).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(compare).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, compare);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/comparison');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare Our Plans');
});

test('on a wide screen: the products and the comparison, and Escape to close them', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 740 });
  await page.goto('/');
  await hydrated(page);
  const solutions = page.getByRole('banner').locator('summary');
  await tabTo(page, solutions);
  await expect(solutions).toHaveText(/Solutions$/);
  await page.keyboard.press('Enter');
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await expect(links).toHaveCount(8);
  await page.keyboard.press('Escape');
  await expect(links).toHaveCount(0);
  await expect(solutions).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, links.last());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/comparison');
});

/** Regression: the page showed the stories, and the next Tab went back to its first control. */
test('stories: a link to them leads the focus there too', async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  await tabTo(page, page.getByRole('link', { name: 'More success stories' }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/features#stories-title');
  await expect(page.getByRole('heading', { name: 'Success stories' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous story' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Success stories' })).toBeInViewport();
});

test('stories: the arrow keys move forward and back, and wrap around', async ({ page }) => {
  await page.goto('/features');
  const stories = page.getByTestId('marketing:stories');
  await answering(stories);
  await tabTo(page, stories);
  const place = page.getByText(/\d of 3/);
  for (const [key, shown] of [
    ['ArrowRight', '2 of 3'],
    ['ArrowRight', '3 of 3'],
    ['ArrowRight', '1 of 3'],
    ['ArrowLeft', '3 of 3'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(place).toContainText(shown);
  }
});

test('plans: shown, and hidden again, with the focus on the opposite button', async ({ page }) => {
  await page.goto('/features');
  const show = page.getByRole('button', { name: 'View Our Plans' });
  await answering(show);
  await tabTo(page, show);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Hide Pricing' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Moonshot' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(show).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Moonshot' })).toHaveCount(0);
});

test('questions: one answer is open at a time, and can be closed', async ({ page }) => {
  await page.goto('/comparison');
  await hydrated(page);
  const first = page.locator('summary', { hasText: 'Can we upgrade later?' });
  const second = page.locator('summary', { hasText: 'What does basic support cover?' });
  const [firstAnswer, secondAnswer] = [page.getByText('We prorate'), page.getByText('within 24 hours')];
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await expect(firstAnswer).toBeVisible();
  await tabTo(page, second);
  await page.keyboard.press('Space');
  await expect(secondAnswer).toBeVisible();
  await expect(firstAnswer).toBeHidden();
  await page.keyboard.press('Space');
  await expect(secondAnswer).toBeHidden();
});

test('the dialog traps the focus, returns it, and sends', async ({ page }) => {
  const company = `Keyboard ${randomUUID()}`;
  await page.goto('/data-refinement');
  const opener = page.getByRole('link', { name: 'Discuss Your Data Needs' });
  await answering(opener);
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Access Premium Solutions' });
  await expect(dialog.getByLabel('Full Name*', { exact: true })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.locator(':focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Full Name*', { exact: true })).toBeFocused();
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@lovelace.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(company);
  await takenTime(page, await page.evaluate(() => performance.now()));
  await page.keyboard.press('Enter');
  const thanks = page.getByTestId('marketing:dialog-thanks');
  await expect(thanks).toBeVisible();
  await expect(page.getByText('Form Submitted', { exact: true })).toBeVisible();
  await tabTo(page, thanks.getByRole('button', { name: 'Close' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await requestsOf(company)).toMatchObject([
    { source: 'data-refinement', message: '[Interest in Data Refinement tier]' },
  ]);
});

test('the contact form: filled in, corrected and sent without a mouse', async ({ page }) => {
  const company = `Keys ${randomUUID()}`;
  await page.goto('/contact');
  await hydrated(page);
  await tabTo(page, page.getByLabel('Full Name*', { exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(page.getByLabel('Full Name*', { exact: true })).toBeFocused();
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Tab');
  await page.keyboard.type('grace@hopper.example');
  await page.keyboard.press('Tab');
  await page.keyboard.type(company);
  const consent = page.getByRole('checkbox');
  await tabTo(page, consent);
  await page.keyboard.press('Space');
  await tabTo(page, page.getByRole('button', { name: 'Send message' }));
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('marketing:thank-you').getByRole('heading')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Full Name*', { exact: true })).toBeFocused();
  await expect(page.getByLabel('Full Name*', { exact: true })).toHaveValue('');
  const rows = await requestsOf(company);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.consent_version).toBeTruthy();
});
