import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { sampleOf } from '@corvane/tools/machine/sample';
import { accessLabel, expect, signInAndReturn, test } from '../../browser.ts';
import { addCustomer, callProcedure, type OwnCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { strangerPage } from '../../portal/portal.ts';
import { readRows, stack, updateRow } from '../../stack.ts';

const MINUTE_MS = 60_000;

async function storedOf({ customerId }: OwnCustomer) {
  const [stored] = await readRows('qualified_leads', { id: customerId });
  return stored;
}

/** A customer of the journey's own representative: no other journey's messages appear for it. */
const ownCustomer = async () => addCustomer((await ownRep()).id);

test('a customer opens the link, sees prices, and loses them when the rep revokes', async ({ page }) => {
  const customer = await ownCustomer();
  const { token, customerId } = customer;
  const link = `/comparison?access=${token}`;

  // A mail scanner opens the link too. This uses up nothing.
  await fetch(stack.url + link);
  await fetch(stack.url + link, { method: 'HEAD' });
  expect(await storedOf(customer)).toMatchObject({ has_accessed: false, accessed_at: null });

  await page.goto(link);
  const dialog = page.getByRole('dialog', { name: 'Customer Access' });
  await expect(dialog.getByLabel('Access token', { exact: true })).toHaveValue(token);
  expect(page.url()).not.toContain(token);
  expect(await storedOf(customer)).toMatchObject({ has_accessed: false });

  await dialog.getByRole('button', { name: 'See prices' }).click();
  await expect(page.getByText('Welcome! You now have access to pricing information.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  await expect(page.getByText('/month').first()).toBeVisible();
  await expect(page.getByRole('group', { name: 'Billing period' })).toHaveCount(0);
  expect(await storedOf(customer)).toMatchObject({ has_accessed: true });
  expect(await readRows('pricing_reveals', { qualified_lead_id: customerId })).toHaveLength(1);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    token,
  );

  await page.reload();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  await page.goto('/sales-portal');
  await expect(page).toHaveURL('/');
  const note = page.getByRole('status').filter({ hasText: 'The Sales Portal is for sales representatives' });
  await note.getByRole('button', { name: 'Close' }).click();
  await expect(note).toHaveCount(0);
});

test.describe('a token that is refused', () => {
  test.use({ allowProblems: /status of 401/ });

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
  await signInAndReturn(page);
  await expect(page.getByText('/year').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Moonshot' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Monthly' }).click();
  await expect(page).toHaveURL('/pricing?plan=moonshot');
  await expect(page.getByText('/month').first()).toBeVisible();
  await page.getByRole('button', { name: 'Monthly' }).click();
  await expect(page).toHaveURL('/pricing?plan=moonshot');
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
  const { customerId, token } = await ownCustomer();
  await updateRow('qualified_leads', customerId, { company: 'Journey Ltd' });
  await page.goto(`/comparison?access=${token}`);
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
  const { email } = await ownRep();
  await expect(note).toContainText('Robin Ownwell');
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

const CLOCKS = [
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
] as const;

for (const [clock, aheadMs] of sampleOf('customer clocks', CLOCKS, 2)) {
  test(`a link with a minute left shows the seconds and then the end, with a clock ${clock}`, async ({
    browser,
  }) => {
    const rep = await ownRep();
    const { customerId, email, token } = await addCustomer(rep.id);
    const endIn = (ms: number) =>
      updateRow('qualified_leads', customerId, {
        token_expires_at: new Date(Date.now() + ms).toISOString(),
      });
    const customer = await strangerPage(browser);
    await customer.clock.install({ time: Date.now() + aheadMs });
    await customer.goto(`/comparison?access=${token}`);
    const see = customer.getByRole('dialog').getByRole('button', { name: 'See prices' });
    await expect(see).toBeVisible();
    // Only now, because opening the page may take long.
    await endIn(MINUTE_MS - 1);
    await see.click();
    const note = customer.getByTestId('marketing:access');
    await expect(note).toContainText(/0 min \d{1,2} s/);
    await expect(note.getByRole('link', { name: /more time/ })).toBeVisible();
    await endIn(0);
    await customer.clock.fastForward(MINUTE_MS);
    await expect(note).toContainText('Your access to prices has ended');
    await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
    await expect(note.getByRole('link', { name: /new link/ })).toHaveAttribute(
      'href',
      new RegExp(`^mailto:${rep.email}`),
    );

    // The message also survives a reload and is on every page, because the bar shows it.
    await customer.goto('/about');
    const badge = customer.getByTestId('host:access-badge');
    await expect(badge.locator('summary')).toContainText('Access ended');
    await badge.locator('summary').click();
    await expect(badge.getByRole('link', { name: /new link/ })).toBeVisible();

    // Open the same link again.
    await customer.goto(`/comparison?access=${token}`);
    const dialog = customer.getByRole('dialog', { name: 'Customer Access' });
    await dialog.getByRole('button', { name: 'See prices' }).click();
    await expect(dialog.getByRole('alert')).toContainText('This link ended on ');
    await dialog.getByRole('link', { name: 'Request a new link' }).click();
    await expect(customer).toHaveURL('/contact?source=new-link');
    await expect(customer.getByLabel('Message (Optional)', { exact: true })).toHaveValue(
      /send me a new one. My sales representative is Robin Ownwell/,
    );
    await expect(customer.getByLabel('Email Address*', { exact: true })).toHaveValue(email);
  });
}

test('a customer asks for more time, and one press of their representative gives it', async ({
  browser,
  page,
}) => {
  const rep = await ownRep();
  const asking = await addCustomer(rep.id, { leftMs: 60 * MINUTE_MS });
  const customer = await strangerPage(browser);
  await customer.goto(`/comparison?access=${asking.token}`);
  await customer.getByRole('button', { name: 'See prices' }).click();
  const badge = customer.getByTestId('host:access-badge');
  await badge.locator('summary').click();
  await badge.getByRole('link', { name: 'Ask Robin Ownwell for more time' }).click();
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Ask Robin Ownwell');
  await expect(badge).not.toHaveAttribute('open');
  await expect(customer.getByLabel('Email Address*', { exact: true })).toHaveValue(asking.email);
  await customer.getByLabel('Company*', { exact: true }).fill('Engines');
  await customer.getByRole('button', { name: 'Ask for more time' }).click();
  await expect(customer.getByTestId('marketing:thank-you')).toBeVisible();

  await openPortalAs(page, rep, '?tab=requests');
  const row = page.getByRole('row').filter({ hasText: asking.email });
  await row.getByRole('button', { name: `Extend access ${asking.name}` }).click();
  await expect(page.getByText('Access extended')).toBeVisible();
  await expect(row.getByText('Done')).toBeVisible();
  await expect(row.getByRole('button', { name: /Extend access/ })).toHaveCount(0);
  const [stored] = await readRows('qualified_leads', { id: asking.customerId });
  expect(Date.parse(String(stored?.token_expires_at))).toBeGreaterThan(
    Date.now() + (ACCESS_LINK_LIFE_SECONDS * 1000) / 2,
  );
});

test('a customer whose access is revoked while the page is open loses the prices, and can ask for a new link', async ({
  browser,
}) => {
  const { customerId, token } = await ownCustomer();
  const customer = await strangerPage(browser);
  await customer.clock.install();
  await customer.goto(`/comparison?access=${token}`);
  await customer.getByRole('button', { name: 'See prices' }).click();
  await expect(customer.getByText('/month').first()).toBeVisible();
  await callProcedure('revoke_customer_access', { lead_id_param: customerId });
  // The test does not touch the page. It reloads the prices every 30 s.
  await customer.clock.fastForward(30_001);
  const note = customer.getByTestId('marketing:access');
  await expect(note).toContainText('Your access to prices has ended');
  await expect(note.getByRole('link', { name: /new link/ })).toBeVisible();
  await expect(customer.getByRole('main').getByText(/\$[0-9]/)).toHaveCount(0);
  // The token was used on this page, so the bar does not offer the link again.
  await expect(customer.getByTestId('host:access-badge').locator('summary')).toContainText('Access ended');
  await expect(customer.getByRole('banner').getByRole('button', { name: 'See prices' })).toHaveCount(0);
});

test('after a logout, the page of a link does not offer the link again and has lost its token', async ({
  page,
}) => {
  await page.goto(`/comparison?access=${(await ownCustomer()).token}`);
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

for (const path of sampleOf('masked token', ['/comparison', '/pricing'], 2))
  test(`the token of a link to ${path} is masked, one press uses it, and visiting another page first does not lose it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const { token: value } = await ownCustomer();
    await page.goto(`${path}?access=${value}`);
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
    await expect(token).toHaveValue(value);
    await dialog.getByRole('button', { name: 'See prices' }).click();
    await expect(page.getByText('/month').first()).toBeVisible();
  });

test('the bar on a phone shows the time left, and its details close on Escape and on a press outside', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/comparison?access=${(await ownCustomer()).token}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  const { email } = await ownRep();
  const badge = page.getByTestId('host:access-badge');
  const summary = badge.locator('summary');
  await expect(summary).toBeInViewport({ ratio: 1 });
  await expect(summary).toContainText('· Robin Ownwell');
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
  await expect(page.getByTestId('marketing:access')).toContainText('Robin Ownwell');
});
