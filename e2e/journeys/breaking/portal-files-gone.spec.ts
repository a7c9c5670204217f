import { rename } from 'node:fs/promises';
import path from 'node:path';
import { expect, leavePortal, sendSalesId, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { stack } from '../../stack.ts';

test.use({ allowProblems: /.*/ });

test(`without the portal's files the site still works, and the portal recovers once they are restored${oneRunIn(4, 'no files of the portal')}`, async ({
  page,
}) => {
  const directory = path.join(stack.siteRoot, 'remotes/portal');
  const aside = `${directory}.aside`;
  await rename(directory, aside);
  try {
    for (const pathname of ['/', '/pricing', '/contact']) {
      await page.goto(pathname);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    // The host loads the page again, which may end the toast before it is seen.
    await sendSalesId(page);
    const card = page.getByTestId('host:remote-error');
    await expect(card).toBeVisible();
    const loadedAgain = page.waitForEvent('domcontentloaded');
    await card.getByRole('button', { name: 'Try again' }).click();
    await loadedAgain;
    await expect(card).toBeVisible();

    await leavePortal(page);
    await expect(page).toHaveURL('/');
    await page.goBack();
    await expect(card).toBeVisible();
  } finally {
    await rename(aside, directory);
  }
  await page.getByTestId('host:remote-error').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
});
