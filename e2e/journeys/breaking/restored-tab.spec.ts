import type { Page } from '@playwright/test';
import { expect, hydrated, storedSession, test } from '../../browser.ts';
import { ownRep } from '../../portal/own-rep.ts';
import { health } from '../../site/releases.ts';
import { StoredSite } from '../../site/stored-site.ts';
import { updateRow } from '../../stack.ts';

// Browser and host report files that are gone, and a session that is over.
test.use({ allowProblems: /.*/ });

let site: StoredSite;

test.beforeAll(async () => {
  test.setTimeout(600_000);
  site = await StoredSite.beforeNewReleases(['/pricing', '/contact', '/sales-portal']);
});

async function expectLive(page: Page): Promise<void> {
  for (const [app, version] of Object.entries((await health()).versions)) {
    if (app === 'portal') continue;
    await expect(page.locator(`meta[name="corvane:${app}"]`)).toHaveAttribute('content', version);
  }
}

test('a restored page can be read at once, becomes the live one, and works @deep', async ({ page }) => {
  await site.restore(page, '/pricing');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  await expectLive(page);
  await hydrated(page);
  await expect(page.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Book a Demo to See Pricing' }).click();
  await expect(page.getByRole('dialog').getByTestId('marketing:contact-form')).toBeVisible();
});

test('a restored page whose shell is stored, too, can be read, and says how to go on @deep', async ({
  page,
}) => {
  await site.keepShell(page);
  await site.restore(page, '/contact');
  const notice = page.getByTestId('host:static-page');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Contact');
  await page.unrouteAll();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expectLive(page);
  await hydrated(page);
  await expect(notice).toHaveCount(0);
});

test('a link on such a page opens the live page @deep', async ({ page }) => {
  await site.keepShell(page);
  await site.restore(page, '/contact');
  await expect(page.getByTestId('host:static-page')).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Pricing' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Our Pricing Plans');
  await expectLive(page);
  await hydrated(page);
});

test('the restored portal asks a rep to sign in again, and continues at the same place @deep', async ({
  page,
}) => {
  const rep = await ownRep();
  const { stored } = await storedSession(page, rep.salesId);
  await page.goto('/registry.json');
  await page.evaluate((session) => localStorage.setItem('host:sales-session', session), stored);
  const { sessionId } = JSON.parse(stored) as { sessionId: string };
  await updateRow('sales_sessions', sessionId, { expires_at: new Date(0).toISOString() });

  await site.restore(page, '/sales-portal');
  const dialog = page.getByRole('dialog', { name: 'Partner Program' });
  await expect(dialog).toContainText('Your session has ended');
  await expectLive(page);
  await expect(page.getByText('$0.00')).toHaveCount(0);
  await dialog.getByLabel('Sales ID', { exact: true }).fill(rep.salesId);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/sales-portal');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome');
});
