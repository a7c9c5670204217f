import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, settled, test } from '../../browser.ts';
import { addCustomer, openLink, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { readRows, stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Lets a minute pass in the page, slowly enough for the server to answer. */
async function passMinute(page: Page): Promise<void> {
  for (let passedMs = 0; passedMs < MINUTE_MS; passedMs += 5_000) {
    await settled(page);
    await page.clock.runFor(5_000);
  }
  await settled(page);
}

/** Minutes of '5 h 29 min' and of '29 min 3 s'. */
function minutesIn(text: string): number {
  const [, hours = '0', minutes = '0'] = /^(?:(\d+) h )?(\d+) min/.exec(text) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

const CLOCKS = [
  { name: 'an hour ahead', aheadMs: HOUR_MS, setBackMs: 0 },
  { name: 'an hour behind', aheadMs: -HOUR_MS, setBackMs: 0 },
  { name: 'set back by an hour while someone works', aheadMs: 0, setBackMs: HOUR_MS },
];

for (const { name, aheadMs, setBackMs } of sampleOf('clocks of a rep', CLOCKS, 3)) {
  test(`with a clock ${name}, the rep stays signed in and all times follow the server's clock`, async ({
    page,
  }) => {
    const rep = await ownRep();
    const addedAt = Date.now();
    const fresh = await addCustomer(rep.id, { leftMs: 6.5 * HOUR_MS });
    const soon = await addCustomer(rep.id, { leftMs: 0.5 * HOUR_MS });
    const ended = await addCustomer(rep.id, { leftMs: -0.5 * HOUR_MS });
    await page.clock.install({ time: Date.now() + aheadMs });
    let renewals = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/renew-session')) renewals += 1;
    });
    await openPortalAs(page, rep, '?tab=customers');
    await expect(page.getByRole('row').filter({ hasText: fresh.email })).toBeVisible();
    await settled(page);
    if (setBackMs > 0) await page.clock.setSystemTime(Date.now() - setBackMs);

    for (const [customer, status, leftMinutes] of [
      [fresh, 'Issued', 390],
      [soon, 'Expiring', 30],
      [ended, 'Expired', 0],
    ] as const) {
      // Opens the question again, so its answer is current.
      await page.getByRole('searchbox', { name: 'Search customers' }).fill(customer.email);
      const row = page.getByRole('row').filter({ hasText: customer.email });
      await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(1);
      await expect(row.getByText(status, { exact: true })).toBeVisible();
      const left = await row.locator('time[title]').last().textContent();
      // Only whole minutes are shown. Opening the page may have taken more than one.
      const expected = Math.max(0, leftMinutes - (Date.now() - addedAt) / MINUTE_MS);
      expect(Math.abs(minutesIn(left ?? '') + 0.5 - expected), left ?? '').toBeLessThanOrEqual(1);
    }

    // A session token lives ten minutes and is renewed once, shortly before its end. After a clock was set back, the
    // token's age is unknown, so it is also renewed at once.
    expect(renewals).toBe(setBackMs > 0 ? 2 : 1);
    renewals = 0;
    await passMinute(page);
    expect(renewals).toBe(0);
    await page.clock.fastForward(8 * MINUTE_MS);
    await passMinute(page);
    expect(renewals).toBe(1);
    await expect(page.locator('h1')).toContainText('Welcome');

    await openLink(fresh);
    await page.clock.fastForward(4_000);
    await expect(page.getByText(`Opened: ${fresh.name} opened the access link`)).toBeVisible();

    await page.getByRole('tab', { name: 'Qualify Customers' }).click();
    const details = { email: `${randomUUID()}@customer.example`, name: 'Clara Clock', company: 'Clockworks' };
    const form = new QualifyForm(page);
    const code = await form.sendCode(details);
    await expect(form.resend).toHaveText(/Resend code in \d{1,2} s/);
    await page.reload();
    await form.expectKept(details);
    await expect(form.resend).toHaveText(/Resend code in \d+ s/);
    await form.enter(code);
    await expect(form.link).toBeVisible();
    const [customer] = await readRows('qualified_leads', { email: details.email });
    const end = await page
      .getByRole('paragraph')
      .filter({ hasText: `Valid for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}` })
      .locator('time')
      .getAttribute('datetime');
    expect(Date.parse(end ?? '')).toBe(Date.parse(String(customer?.token_expires_at)));
  });
}

test("'last month' is the server's last month, for any date of the browser", async ({ page }) => {
  await page.clock.install({ time: new Date('2027-01-01T00:30:00Z') });
  await page.route(/rpc\/get_sales_dashboard$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), today: '2026-12-31' } });
  });
  await openPortalAs(page, { salesId: stack.demoSalesId }, '?tab=commissions&range=all');
  await expect(page.getByRole('heading', { name: 'Total Sales Value' })).toBeVisible();
  for (const [range, query] of [
    ['Last month', '&from=2026-11-01&to=2026-11-30'],
    ['This month', ''],
    ['This year', '&from=2026-01-01&to=2026-12-31'],
  ]) {
    await page.getByRole('button', { name: range }).click();
    await expect(page).toHaveURL(`/sales-portal?tab=commissions${query}`);
  }
  // An answer may still arrive after the test has ended.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
