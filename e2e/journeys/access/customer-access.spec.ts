import { randomUUID } from 'node:crypto';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import type { Page } from '@playwright/test';
import { accessLabel, answering, expect, signInAsRep, takesKeys, test } from '../../browser.ts';
import { mailedCode, strangerPage } from '../../portal/portal.ts';
import { callAsService, demoRep, readRows, stack, updateRows } from '../../stack.ts';

/** A rep qualifies a customer in the portal, with the code from the customer's mail. @returns the access link */
async function qualify(page: Page, email: string): Promise<string> {
  await page.goto('/');
  await signInAsRep(page);
  await page.goto('/sales-portal');
  await page.getByLabel('Customer Email*', { exact: true }).fill(email);
  await page.getByLabel('Customer Name', { exact: true }).fill('Customer Journey');
  await page.getByRole('textbox', { name: 'Company' }).fill('Journey Ltd');
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByText('Verification Code Sent').first()).toBeVisible();
  await expect(page.getByLabel('Customer Email*', { exact: true })).toBeDisabled();

  const verify = page.getByRole('button', { name: 'Verify & Generate Link' });
  await expect(verify).toBeDisabled();
  await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(email));
  await verify.click();
  await expect(page.getByText('Access link generated successfully')).toBeVisible();
  return page.getByLabel('Access link', { exact: true }).inputValue();
}

async function customerOf(email: string) {
  const [stored] = await readRows(
    'qualified_leads',
    `email=eq.${encodeURIComponent(email)}&select=id,has_accessed,accessed_at,revoked_at,access_token_hash`,
  );
  return stored;
}

test('a rep qualifies a customer, who opens the link, sees prices, and loses them when the rep revokes', async ({
  page,
  browser,
}) => {
  const email = `ana-${randomUUID()}@customer.example`;
  const link = await qualify(page, email);
  expect(link).toMatch(new RegExp(`^${stack.url}/comparison\\?access=[\\w-]{43}$`));
  const token = new URL(link).searchParams.get('access') ?? '';
  expect(JSON.stringify(await customerOf(email))).not.toContain(token);

  // A mail scanner opens the link too. This uses up nothing.
  await fetch(link);
  await fetch(link, { method: 'HEAD' });
  expect(await customerOf(email)).toMatchObject({ has_accessed: false, accessed_at: null });

  const customer = await strangerPage(browser);
  await customer.goto(link);
  const dialog = customer.getByRole('dialog', { name: 'Customer Access' });
  await expect(dialog.getByLabel('Access token', { exact: true })).toHaveValue(token);
  expect(customer.url()).not.toContain(token);
  expect(await customerOf(email)).toMatchObject({ has_accessed: false });

  await dialog.getByRole('button', { name: 'See prices' }).click();
  await expect(customer.getByText('Welcome! You now have access to pricing information.')).toBeVisible();
  await expect(customer).toHaveURL('/');
  await expect(accessLabel(customer, 'Premium Access')).toBeVisible();
  await expect(customer.getByText('/month').first()).toBeVisible();
  await expect(customer.getByRole('group', { name: 'Billing period' })).toHaveCount(0);
  const stored = await customerOf(email);
  expect(stored).toMatchObject({ has_accessed: true });
  expect(await readRows('pricing_reveals', `qualified_lead_id=eq.${stored?.id}`)).toHaveLength(1);
  expect(await customer.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    token,
  );

  await customer.reload();
  await expect(accessLabel(customer, 'Premium Access')).toBeVisible();
  await customer.goto('/sales-portal');
  await expect(customer).toHaveURL('/');

  const signIn = await page.request.post('/functions/v1/sign-in-rep', {
    data: { salesId: stack.demoSalesId },
  });
  const { sessionToken } = (await signIn.json()) as { sessionToken: string };
  const revoked = await page.request.post('/functions/v1/revoke-access', {
    headers: { Authorization: `Bearer ${sessionToken}` },
    data: { customerId: stored?.id },
  });
  expect(revoked.status()).toBe(200);
  await customer.goto('/pricing');
  await expect(customer.getByTestId('marketing:access')).toContainText('Your access to prices has ended');
  await expect(customer.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
});

test.describe('codes and tokens that are refused', () => {
  test.use({ allowProblems: /status of 40[01]/ });

  test('a wrong code is reported, and the correct one still works', async ({ page }) => {
    const email = `ben-${randomUUID()}@customer.example`;
    await page.goto('/');
    await signInAsRep(page);
    await page.goto('/sales-portal');
    await page.getByLabel('Customer Email*', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Send Verification Code' }).click();
    const code = await mailedCode(email);
    await page.getByLabel('6-digit code', { exact: true }).fill(code === '123456' ? '654321' : '123456');
    await page.getByRole('button', { name: 'Verify & Generate Link' }).click();
    await expect(page.getByText('The verification code is incorrect').first()).toBeVisible();
    await page.getByLabel('6-digit code', { exact: true }).fill(code);
    await page.getByRole('button', { name: 'Verify & Generate Link' }).click();
    await expect(page.getByLabel('Access link', { exact: true })).toBeVisible();
  });

  test('an unknown token is refused', async ({ page }) => {
    await page.goto('/?access=not-a-token');
    const dialog = page.getByRole('dialog', { name: 'Customer Access' });
    await dialog.getByRole('button', { name: 'See prices' }).click();
    const words = 'Invalid or expired access token. Please contact your sales representative.';
    await expect(dialog.getByRole('alert')).toHaveText(`Authentication Failed${words}`);
    await expect(page.getByText(words)).toHaveCount(1);
    await expect(dialog).toHaveAccessibleDescription(
      'You can request a new link, or enter another access token.',
    );
    await dialog.getByLabel('Access token', { exact: true }).fill('  ');
    await dialog.getByRole('button', { name: 'See prices' }).click();
    await expect(dialog.getByText('Please enter your access token')).toBeVisible();
  });
});

test('a rep can share a link to the exact prices on the screen', async ({ page }) => {
  await page.goto('/pricing?billing=annual&plan=moonshot');
  await expect(page.getByText('/year')).toHaveCount(0);
  await signInAsRep(page);
  await expect(page.getByText('/year').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Moonshot' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Monthly' }).click();
  await expect(page).toHaveURL('/pricing?plan=moonshot');
  await expect(page.getByText('/month').first()).toBeVisible();
  await page.getByRole('button', { name: 'Monthly' }).click();
  await expect(page).toHaveURL('/pricing?plan=moonshot');
});

test('the token dialog also opens from the footer', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Enter access token' });
  await answering(opener);
  await opener.click();
  await takesKeys(page.getByRole('dialog', { name: 'Customer Access' }));
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('the demonstration token shows prices, and the page says that it is a demonstration', async ({
  page,
}) => {
  await page.goto(`/comparison?access=${stack.demoAccessToken}`);
  await page
    .getByRole('dialog', { name: 'Customer Access' })
    .getByRole('button', { name: 'See prices' })
    .click();
  await expect(page.getByText('Demo Mode Activated')).toBeVisible();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
});

test('after signing in, a customer is at the prices, and sees how long they last and whom to ask', async ({
  page,
}) => {
  await page.goto(`/comparison?access=${stack.demoAccessToken}`);
  const dialog = page.getByRole('dialog', { name: 'Customer Access' });
  await expect(dialog.getByText(durationWords(ACCESS_LINK_LIFE_SECONDS))).toHaveCount(0);
  await dialog.getByRole('button', { name: 'See prices' }).click();
  await expect(page).toHaveURL('/');
  const heading = page.getByRole('heading', { name: 'Four plans, side by side.' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByText('/month').first()).toBeInViewport();

  const left = /\d+ (h|min) \d+ (min|s)/;
  const badge = page.getByTestId('host:access-badge');
  await expect(badge.locator('summary')).toContainText(left);
  const note = page.getByTestId('marketing:access');
  await expect(note).toContainText(left);
  const { name, email } = await demoRep();
  await expect(note).toContainText(name);
  await expect(note.getByRole('link', { name: email })).toHaveAttribute('href', `mailto:${email}`);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Compare Plans' }).click();
  const table = page.getByTestId('marketing:comparison-table');
  await expect(table.getByRole('row', { name: 'Per month' })).toContainText(/\$[0-9]/);
  await expect(page.getByText('Why are there no prices on this page?')).toHaveCount(0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Compare Plans' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact', exact: true }).click();
  for (const label of ['Full Name*', 'Email Address*', 'Company*']) {
    await expect(page.getByLabel(label, { exact: true })).not.toHaveValue('');
  }
});

for (const [clock, aheadMs] of [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
] as const) {
  test(`a link with 30 s left shows the seconds and then the end, with a clock ${clock}`, async ({
    page,
    browser,
  }) => {
    const email = `end-${randomUUID()}@customer.example`;
    const link = await qualify(page, email);
    const stored = await customerOf(email);
    const customer = await strangerPage(browser);
    await customer.clock.install({ time: Date.now() + aheadMs });
    await customer.goto(link);
    const see = customer.getByRole('dialog').getByRole('button', { name: 'See prices' });
    await expect(see).toBeVisible();
    // Only now, because opening the page may take long.
    const endsAt = new Date(Date.now() + 30_000).toISOString();
    await updateRows('qualified_leads', `id=eq.${stored?.id}`, { token_expires_at: endsAt });
    await see.click();
    const note = customer.getByTestId('marketing:access');
    await expect(note).toContainText(/0 min \d{1,2} s/);
    await expect(note.getByRole('link', { name: /more time/ })).toBeVisible();
    await expect(note).toContainText('Your access to prices has ended', { timeout: 60_000 });
    await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
    const { email: repEmail } = await demoRep();
    await expect(note.getByRole('link', { name: /new link/ })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${repEmail}`),
    );

    // The message also survives a reload and is on every page, because the bar shows it.
    await customer.goto('/about');
    const badge = customer.getByTestId('host:access-badge');
    await expect(badge.locator('summary')).toContainText('Access ended');
    await badge.locator('summary').click();
    await expect(badge.getByRole('link', { name: /new link/ })).toBeVisible();

    // Open the same link again. The server says only that its token is not valid.
    await customer.goto(link);
    const dialog = customer.getByRole('dialog', { name: 'Customer Access' });
    await dialog.getByRole('button', { name: 'See prices' }).click();
    await dialog.getByRole('link', { name: 'Request a new link' }).click();
    await expect(customer).toHaveURL('/contact?source=new-link');
    const { name: repName } = await demoRep();
    await expect(customer.getByLabel('Message (Optional)', { exact: true })).toHaveValue(
      new RegExp(`send me a new one. My sales representative is ${repName}`),
    );
    await expect(customer.getByLabel('Email Address*', { exact: true })).toHaveValue(email);
  });
}

test('a customer whose access is revoked while the page is open loses the prices, and can ask for a new link', async ({
  page,
  browser,
}) => {
  const email = `taken-${randomUUID()}@customer.example`;
  const link = await qualify(page, email);
  const customer = await strangerPage(browser);
  await customer.goto(link);
  await customer.getByRole('button', { name: 'See prices' }).click();
  await expect(customer.getByText('/month').first()).toBeVisible();
  const stored = await customerOf(email);
  await callAsService('/rest/v1/rpc/revoke_customer_access', { lead_id_param: stored?.id });
  // The test does not touch the page. It reloads the prices every 30 s.
  const note = customer.getByTestId('marketing:access');
  await expect(note).toContainText('Your access to prices has ended', { timeout: 90_000 });
  await expect(note.getByRole('link', { name: /new link/ })).toBeVisible();
  await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
  // The token was used on this page, so the bar does not offer the link again.
  await expect(customer.getByTestId('host:access-badge').locator('summary')).toContainText('Access ended');
  await expect(customer.getByRole('banner').getByRole('button', { name: 'See prices' })).toHaveCount(0);
});

test('after a logout, the page of a link does not offer the link again and has lost its token', async ({
  page,
}) => {
  await page.goto(`/comparison?access=${stack.demoAccessToken}`);
  const dialog = page.getByRole('dialog', { name: 'Customer Access' });
  await dialog.getByRole('button', { name: 'See prices' }).click();
  await expect(page.getByText('/month').first()).toBeVisible();
  const banner = page.getByRole('banner');
  await banner.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('You have been logged out successfully')).toBeVisible();
  await expect(page.getByText('Book a Demo to See Pricing').first()).toBeVisible();
  await expect(banner.getByRole('button', { name: 'See prices' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Enter access token' }).click();
  await expect(dialog).toContainText('Your sales representative sent you a link');
  const token = dialog.getByLabel('Access token', { exact: true });
  await expect(token).toHaveValue('');
  await expect(token).toBeFocused();
  await expect(dialog.getByRole('button', { name: /Show|Hide/ })).toHaveCount(0);
});

for (const path of ['/comparison', '/pricing'])
  test(`the token of a link to ${path} is masked, one press uses it, and visiting another page first does not lose it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`${path}?access=${stack.demoAccessToken}`);
    const dialog = page.getByRole('dialog', { name: 'Customer Access' });
    await expect(dialog).toContainText('It is personal');
    await expect(dialog.getByRole('button', { name: 'See prices' })).toBeFocused();
    const token = dialog.getByLabel('Access token', { exact: true });
    const security = () =>
      token.evaluate((input) => getComputedStyle(input).getPropertyValue('-webkit-text-security'));
    expect(await security()).toBe('disc');
    await dialog.getByRole('button', { name: 'Show Access token' }).click();
    expect(await security()).toBe('none');
    await page.keyboard.press('Escape');

    await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click();
    await expect(page).toHaveURL('/about');
    await page.getByRole('banner').getByRole('button', { name: 'See prices' }).click();
    await expect(token).toHaveValue(stack.demoAccessToken);
    await dialog.getByRole('button', { name: 'See prices' }).click();
    await expect(page.getByText('/month').first()).toBeVisible();
  });

test('the bar on a phone shows the time left, and its details close on Escape and on a press outside', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/comparison?access=${stack.demoAccessToken}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  const { name, email } = await demoRep();
  const badge = page.getByTestId('host:access-badge');
  const summary = badge.locator('summary');
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(summary).toContainText(`· ${name}`);
  for (const width of [360, 320, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
    // Text only for screen readers is one pixel wide.
    const label = await summary.getByText('Premium Access').boundingBox();
    expect(label?.width, `Premium Access at ${width} px`).toBeGreaterThan(60);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await summary.click();
    const colleague = badge.getByRole('link', { name: /add a colleague/ });
    await expect(colleague).toBeInViewport({ ratio: 1 });
    await expect(colleague).toHaveAttribute('href', new RegExp(`^mailto:${email}`));
    await page.keyboard.press('Escape');
    await expect(colleague).toBeHidden();
    await summary.click();
    await page.mouse.click(5, 700);
    await expect(colleague).toBeHidden();
  }
  // On the comparison page too, where prices are.
  await page.goto('/comparison');
  await expect(page.getByTestId('marketing:access')).toContainText(name);
});
