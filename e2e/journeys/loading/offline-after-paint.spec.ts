import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import { devices, type Page } from '@playwright/test';
import { accessLabel, expect, hydrated, test } from '../../browser.ts';
import { LOAD_BUDGET } from '../../budgets.ts';
import { requestsOf } from '../../contact.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { addCustomer, ownRep } from '../../portal/own-rep.ts';
import { publicPages } from '../../site/pages.ts';

test.use({
  ...devices['Pixel 7'],
  allowProblems: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported/,
});

/** All scripts, or those of the page alone: the host's have arrived. */
const FILES = { 'no script': /\.(js|woff2)$/, "only the host's script": /\/remotes\/.*\.js$/ };
type Arrived = keyof typeof FILES;

/** Opens a page on a phone. The phone goes offline when the page is painted and has just asked for its scripts. */
async function openAndLoseNetwork(page: Page, path: string, arrived: Arrived = 'no script'): Promise<void> {
  await watchLayoutShifts(page);
  const requests = await HeldRequests.of(page, FILES[arrived]);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await expect.poll(() => requests.count).toBeGreaterThan(0);
  await page.context().setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await requests.disconnect();
  await failed;
}

const isHydrated = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react')),
  );

for (const { path } of sampleOf('offline', await publicPages(), 5)) {
  test(`${path} can be read to its end offline, its menu opens, and nothing moves`, async ({ page }) => {
    await openAndLoseNetwork(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await page.getByRole('banner').locator('summary').tap();
    await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link').first()).toBeVisible();
    await page.getByRole('banner').locator('summary').tap();
    expect(await layoutShifts(page)).toEqual([]);

    await page.getByTestId('host:footer').getByRole('link').last().scrollIntoViewIfNeeded();
    const hidden = () =>
      page
        .getByRole('main')
        .locator('h2, h3, p, li, dt, dd')
        .evaluateAll((parts) =>
          parts
            // The answers of closed questions, what only screen readers read, controls that need scripts, and what
            // became of a form.
            .filter(
              (part) =>
                part.closest('details:not([open]), .sr-only, noscript, .invisible, #sent, #not-sent') ===
                null,
            )
            .filter((part) => !part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
            .map((part) => part.textContent),
        );
    // Some fade in when they come onto the screen.
    await expect.poll(hidden).toEqual([]);
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await isHydrated(page)).toBe(false);
  });
}

for (const arrived of sampleOf('offline form', ['no script', "only the host's script"] as const, 2)) {
  test(`a form keeps what is typed offline, comes to life once online, and sends it: ${arrived} arrived`, async ({
    page,
    context,
  }) => {
    const company = `Tunnel ${randomUUID()}`;
    await openAndLoseNetwork(page, '/contact', arrived);
    const name = page.getByLabel('Full Name*', { exact: true });
    const message = page.getByLabel('Message (Optional)', { exact: true });
    await name.tap();
    await page.keyboard.type('Ada Lovelace');
    await page.getByLabel('Email Address*', { exact: true }).fill('ada@lovelace.example');
    await page.getByLabel('Company*', { exact: true }).fill(company);
    await message.fill('Written in a tunnel');
    await name.press('Enter');
    await expect(page).toHaveURL('/contact');
    await expect(name).toHaveValue('Ada Lovelace');

    const loadedAgain = page.waitForEvent('domcontentloaded');
    await context.setOffline(false);
    await loadedAgain;
    await hydrated(page);
    await expect(name).toHaveValue('Ada Lovelace');
    await expect(message).toHaveValue('Written in a tunnel');
    expect(await layoutShifts(page, LOAD_BUDGET.layoutShift)).toEqual([]);
    await page.getByRole('main').locator('form button[type=submit]').tap();
    await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
    expect(await requestsOf(company)).toMatchObject([{ first_name: 'Ada', message: 'Written in a tunnel' }]);
  });
}

test("a customer's link is not lost: once the phone is online, it still shows prices", async ({
  page,
  context,
}) => {
  const customer = await addCustomer((await ownRep()).id);
  // The page asks whether the site answers. Without an answer it waits for the network.
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/release.json'));
  await openAndLoseNetwork(page, `/comparison?access=${customer.token}`);
  await asked;
  await expect(page).toHaveURL('/comparison');
  await context.setOffline(false);
  await page.getByRole('dialog').getByRole('button', { name: 'See prices' }).tap();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  await expect(page).not.toHaveURL(/access=/);
});
