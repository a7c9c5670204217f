import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact, takenTime } from '../../contact.ts';
import { health, runRelease } from '../../site/releases.ts';
import { queryDatabase } from '../../stack.ts';

const newCampaign = () => `c${randomUUID().slice(0, 8)}`;

const countsOf = (campaign: string) =>
  queryDatabase<Record<string, unknown>>(
    `select page, source, host_version, marketing_version, what, count from private.site_counts
     where campaign = $1 order by page, what`,
    [`journey/${campaign}`],
  );

/** Leaves the site, which is when a page tells what it counted. */
const leave = (page: Page) => page.goto('about:blank');

test('a visit from a campaign that books a demo is in the figures, step by step and without a cookie', async ({
  page,
}) => {
  const campaign = newCampaign();
  await page.goto(`/?utm_source=Journey&utm_campaign=${campaign}`);
  await hydrated(page);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /pricing/i })
    .first()
    .click();
  // The title changes with the page. The address changes before its code has come.
  await expect(page).toHaveTitle(/Pricing/);
  await leave(page);

  await page.goto(`/contact?source=book-demo&utm_source=Journey&utm_campaign=${campaign}`);
  await hydrated(page);
  await fillContact(page, { name: 'Ada Lovelace', email: `ada@${campaign}.example`, company: 'Engines' });
  await takenTime(page);
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText(/thank you/i).first()).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContainEqual(
    expect.stringMatching(/count|visit/),
  );
  await leave(page);

  const { host, marketing } = (await health()).versions;
  const row = (pathname: string, what: string) => ({
    ...{ page: pathname, source: 'direct', what, count: 1 },
    ...{ host_version: host, marketing_version: marketing },
  });
  await expect
    .poll(() => countsOf(campaign))
    .toEqual([
      row('/', 'view'),
      row('/', 'visit'),
      ...['demo-booked', 'form-begun', 'form-opened', 'form-sent', 'view', 'visit'].map((what) =>
        row('/contact', what),
      ),
      row('/pricing', 'view'),
    ]);

  const { figures } = JSON.parse(await runRelease('stats', '--days', '1', '--json'));
  expect(figures.campaigns).toContainEqual({
    name: `journey/${campaign}`,
    counts: {
      ...{ visit: 2, view: 3, 'prices-seen': 0 },
      ...{ 'form-opened': 1, 'form-begun': 1, 'form-sent': 1, 'demo-booked': 1 },
    },
  });
  expect(await runRelease('stats')).toMatch(new RegExp(`journey/${campaign} +2 +3 +1 +1 +1 +1 +0`));
});

test('a browser with Global Privacy Control sends nothing, for any event on the page', async ({ page }) => {
  const campaign = newCampaign();
  const told: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/record-site-events')) told.push(request.url());
  });
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'globalPrivacyControl', { value: true });
  });
  await page.goto(`/contact?utm_source=Journey&utm_campaign=${campaign}`);
  await hydrated(page);
  await page.getByLabel('Full Name*', { exact: true }).fill('Ada');
  await page.evaluate(() => {
    // An error would be reported at once.
    setTimeout(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  });
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: /privacy/i })
    .first()
    .click();
  await expect(page).toHaveURL(/\/privacy$/);
  await leave(page);

  // The same visit of another browser arrives, so this one would have.
  const other = newCampaign();
  const control = await page.context().newPage();
  await control.goto(`/contact?utm_source=Journey&utm_campaign=${other}`);
  await hydrated(control);
  await leave(control);
  await expect.poll(async () => (await countsOf(other)).length).toBeGreaterThan(0);
  expect(told).toEqual([]);
  expect(await countsOf(campaign)).toEqual([]);
});
