import { answering, expect, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';

const MARKETING_SCRIPT = /\/remotes\/marketing\/.*\.js(\?.*)?$/;

for (const { path, button, answer } of [
  { path: '/data-refinement', button: 'Discuss Your Data Needs', answer: { role: 'dialog' } },
  { path: '/features', button: 'View Our Plans', answer: { role: 'button', name: 'Hide Pricing' } },
] as const) {
  test(`a button of ${path} pressed before its code arrives works once it has arrived`, async ({ page }) => {
    const scripts = await HeldRequests.of(page, MARKETING_SCRIPT);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // The frame answers already.
    await answering(page.getByRole('button', { name: 'Partner Program' }));
    const { role, ...named } = answer;
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await expect(page.getByRole(role, named)).toHaveCount(0);
    await scripts.release();
    await expect(page.getByRole(role, named)).toBeVisible();
  });
}
