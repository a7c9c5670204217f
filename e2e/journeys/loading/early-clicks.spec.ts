import { answering, expect, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';

const MARKETING_SCRIPT = /\/remotes\/marketing\/.*\.js(\?.*)?$/;

test('a button of a page pressed before its code arrives works once it has arrived', async ({ page }) => {
  const scripts = await HeldRequests.of(page, MARKETING_SCRIPT);
  await page.goto('/features', { waitUntil: 'domcontentloaded' });
  // The frame answers already.
  await answering(page.getByRole('button', { name: 'Partner Program' }));
  const answer = page.getByRole('button', { name: 'Hide Pricing' });
  await page.getByRole('main').getByRole('button', { name: 'View Our Plans' }).click();
  await expect(answer).toHaveCount(0);
  await scripts.release();
  await expect(answer).toBeVisible();
});
