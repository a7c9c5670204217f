import { sampleOf } from '@corvane/tools/machine/sample';
import type { Route } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';

/** Regression: the form's code was asked for when the page's was read, and its limits after that. */
test('the next page asks for all its files at once', async ({ page }) => {
  // Nothing is fetched before the click.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  );
  await page.goto('/');
  await hydrated(page);
  const held: Route[] = [];
  let isHeld = true;
  await page.route(/\/remotes\/marketing\/[^/]+\/[^/]+\.js$/, (route) => {
    if (isHeld) held.push(route);
    else void route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Contact', exact: true }).click();
  const names = () => held.map((route) => /\/([a-z-]+)-[\w-]{8}\.js$/.exec(route.request().url())?.[1]);
  await expect
    .poll(names)
    .toEqual(expect.arrayContaining(['contact-page', 'contact-form', 'contact-sections']));
  isHeld = false;
  await Promise.all(held.map((route) => route.continue()));
  await expect(page.getByLabel(/^Full Name/)).toBeVisible();
});

test.describe('a dialog asks for its code', () => {
  const DIALOGS = [
    { path: '/about', role: 'button', name: 'Partner Program', code: 'sales-id-dialog' },
    { path: '/about', role: 'button', name: 'Enter access token', code: 'access-token-dialog' },
    { path: '/data-refinement', role: 'link', name: 'Discuss Your Data Needs', code: 'contact-dialog' },
  ] as const;

  for (const { path, role, name, code } of sampleOf('code of dialogs', DIALOGS, 3)) {
    test(`when a pointer reaches "${name}"`, async ({ page }) => {
      await page.goto(path);
      await hydrated(page);
      const asked = page.waitForRequest(new RegExp(`/${code}-[\\w-]{8}\\.js$`));
      await page.getByRole(role, { name, exact: true }).first().hover();
      await asked;
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
});
