import { sampleOf } from '@corvane/tools/machine/sample';
import { expect, hydrated, leavePortal, sendSalesId, signInAsRep, test } from '../../browser.ts';
import { liveRelease, REGISTRY_FAULT, REMOTE_FAULTS, STYLESHEET_FAULT } from '../../faults/faults.ts';

test.use({ allowProblems: /.*/ });
// In a journey, the host gives up several times on a remote that does not answer. The journey waits for each time.
const GIVES_UP_MS = 60_000;

for (const fault of sampleOf('marketing faults', REMOTE_FAULTS, 5)) {
  test.describe(`marketing, ${fault.name}`, () => {
    test.beforeEach(async ({ page }) => fault.apply(page, await liveRelease('marketing')));

    test('its pages can be read, their links work, and so do the shell and the portal', async ({ page }) => {
      test.setTimeout(4 * GIVES_UP_MS);
      await page.goto('/pricing');
      const notice = page.getByTestId('host:static-page');
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
      await expect(notice).toBeVisible({ timeout: GIVES_UP_MS });
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
      await expect(page.getByTestId('host:remote-error')).toHaveCount(0);

      await signInAsRep(page);
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
      await leavePortal(page);
      // A page reached without a page load has no HTML to fall back on, so the browser loads it.
      await expect(notice).toBeVisible({ timeout: GIVES_UP_MS });
      await expect(page).toHaveURL('/');
      await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
      // The page before has the notice too.
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
      await expect(notice).toBeVisible({ timeout: GIVES_UP_MS });
    });

    test('once it is available again, a retry makes the page work', async ({ page }) => {
      test.setTimeout(4 * GIVES_UP_MS);
      await page.goto('/pricing');
      const notice = page.getByTestId('host:static-page');
      await expect(notice).toBeVisible({ timeout: GIVES_UP_MS });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await notice.getByRole('button', { name: 'Try again' }).click();
      await expect(notice).toBeHidden();
      await hydrated(page);
    });
  });
}

for (const fault of sampleOf('portal faults', REMOTE_FAULTS, 5)) {
  test(`portal, ${fault.name}: an error card appears, and the rest of the site works`, async ({ page }) => {
    test.setTimeout(4 * GIVES_UP_MS);
    await fault.apply(page, await liveRelease('portal'));
    await page.goto('/');
    // The host loads the failed page again, which may end the toast before it is seen.
    await sendSalesId(page);
    const card = page.getByTestId('host:remote-error');
    await expect(card).toBeVisible({ timeout: GIVES_UP_MS });
    await leavePortal(page);
    await expect(page).toHaveURL('/');
    await hydrated(page);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  });
}

test(`${STYLESHEET_FAULT.name}: pages have their styles in their HTML, so a page reached by a link is loaded`, async ({
  page,
}) => {
  test.setTimeout(4 * GIVES_UP_MS);
  await STYLESHEET_FAULT.apply(page, await liveRelease('marketing'));
  await STYLESHEET_FAULT.apply(page, await liveRelease('portal'));
  await page.goto('/pricing');
  await hydrated(page);
  await expect(page.getByTestId('host:static-page')).toHaveCount(0);
  // The page is loaded again, which may end the toast before it is seen.
  await sendSalesId(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
  await expect(page).toHaveURL('/sales-portal');
  const loadedAgain = page.waitForEvent('domcontentloaded');
  await leavePortal(page);
  await loadedAgain;
  await expect(page).toHaveURL('/');
  await hydrated(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
});

test(`${REGISTRY_FAULT.name}: the visitor notices nothing`, async ({ page, problems }) => {
  await REGISTRY_FAULT.apply(page, await liveRelease('marketing'));
  await page.goto('/');
  await hydrated(page);
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});

test('a page with a damaged configuration can still be read, and its links work', async ({ page }) => {
  await page.route('**/pricing', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/(id="corvane-page">)\{/, '$1{{{');
    await route.fulfill({ response, body: html });
  });
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  await page.getByRole('banner').getByRole('link', { name: 'About' }).first().click();
  await hydrated(page);
});
