import { randomUUID } from 'node:crypto';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { mailsAbout, readRows, stack } from '../../stack.ts';

test('a visitor sends the contact form: one row, one mail, the thank-you view', async ({ page }) => {
  const company = `Journey ${randomUUID()}`;
  await page.goto('/contact?source=pricing&tier=Moonshot');
  await hydrated(page);
  await fillContact(page, { name: 'Ada María Lovelace', email: 'ada@lovelace.example', company });
  await page.getByLabel('Message (Optional)', { exact: true }).fill('Please call me.\nThank you.');
  const submit = page.getByRole('main').locator('form button[type=submit]');
  await takenTime(page);
  // A double click sends one request.
  await submit.dblclick();
  await expect(page.getByText(/thank you/i).first()).toBeVisible();
  await expect(page.locator('form button[type=submit]')).toHaveCount(0);

  const rows = await requestsOf(company);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    first_name: 'Ada',
    last_name: 'María Lovelace',
    email: 'ada@lovelace.example',
    status: 'new',
    source: 'pricing',
    message: '[Interest in Moonshot tier] Please call me.\nThank you.',
  });
  await expect.poll(async () => (await mailsAbout(company)).length).toBe(1);
});

test('a form sent faster than a person can read is quarantined, and not told as delivered', async ({
  page,
}) => {
  const company = `Machine ${randomUUID()}`;
  let toldMs: number | undefined;
  await page.route('**/functions/v1/submit-contact', async (route) => {
    const body = route.request().postDataJSON() as { formOpenedMs?: number };
    toldMs = body.formOpenedMs;
    await route.continue({ postData: JSON.stringify({ ...body, formOpenedMs: 5 }) });
  });
  await page.goto('/contact');
  // Text typed before the script ran has no time.
  await hydrated(page);
  await fillContact(page, { name: 'Quick Machine', email: 'quick@machine.example', company });
  await page.getByRole('main').locator('form button[type=submit]').click();
  const heading = page.getByRole('main').getByRole('heading', { name: 'Your message is saved' });
  await expect(heading).toBeFocused();
  await expect(page.getByText(/thank you|success/i)).toHaveCount(0);
  const [row] = await requestsOf(company);
  expect(row?.quarantined_at).not.toBeNull();
  expect(toldMs).toBeGreaterThan(0);
  expect(await mailsAbout(company)).toEqual([]);
});

test('a missing value shows a message beside its field, and the form is not sent', async ({ page }) => {
  await page.goto('/contact');
  await hydrated(page);
  await page.getByLabel('Full Name*', { exact: true }).fill('A');
  await page.getByLabel('Email Address*', { exact: true }).fill('not-an-address');
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Company name is required')).toBeVisible();
  await expect(page.getByLabel('Full Name*', { exact: true })).toBeFocused();
});

test('typed text survives a reload', async ({ page }) => {
  await page.goto('/contact');
  await hydrated(page);
  await page.getByLabel('Full Name*', { exact: true }).fill('Grace Hopper');
  await page.getByLabel('Message (Optional)', { exact: true }).fill('Half a thought');
  await page.reload();
  await expect(page.getByLabel('Full Name*', { exact: true })).toHaveValue('Grace Hopper');
  await expect(page.getByLabel('Message (Optional)', { exact: true })).toHaveValue('Half a thought');
});

test('the same contact request, sent twice at once and once again, makes one row and one mail', async ({
  request,
}) => {
  const id = randomUUID();
  const body = { id, name: 'Twice Sent', email: 'twice@sent.example', company: `Twice ${id}` };
  const send = () => request.post(`${stack.url}/functions/v1/submit-contact`, { data: body });
  const answers = [...(await Promise.all([send(), send()])), await send()];
  for (const answer of answers) {
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toMatchObject({ contactRequestId: id });
  }
  expect(await readRows('contact_submissions', { id })).toHaveLength(1);
  // One to the team, one to the sender.
  await expect
    .poll(async () => (await mailsAbout(requestReference(id))).map(({ to }) => String(to)).sort())
    .toEqual(['sales@corvane.example', 'twice@sent.example']);
});

test.describe('when saving fails', () => {
  test.use({ allowProblems: /Failed to load resource|net::ERR/ });

  test('the form keeps the typed text and shows the error, and a second attempt succeeds with one row', async ({
    page,
  }) => {
    const company = `Retry ${randomUUID()}`;
    await page.goto('/contact');
    await hydrated(page);
    await fillContact(page, { name: 'Patient Person', email: 'patient@person.example', company });
    await takenTime(page);
    // The answer to the first attempt is lost: the row exists, and the visitor does not know.
    await page.route('**/functions/v1/submit-contact', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const submit = page.getByRole('main').locator('form button[type=submit]');
    await submit.click();
    await expect(page.getByText('Debug Information')).toBeVisible();
    await expect(page.getByText('Submission failed')).toBeVisible();
    await expect(page.getByLabel('Company*', { exact: true })).toHaveValue(company);
    await page.unroute('**/functions/v1/submit-contact');
    await submit.click();
    await expect(page.getByText(/thank you/i).first()).toBeVisible();
    expect(await requestsOf(company)).toHaveLength(1);
    expect(await mailsAbout(company)).toHaveLength(1);
  });

  /** Sends a request whose answer is lost: the row exists, and the visitor does not know. @returns the form's button */
  async function sendInVain(page: Page, company: string): Promise<Locator> {
    await page.goto('/contact');
    await hydrated(page);
    await fillContact(page, { name: 'Second Thoughts', email: 'second@thoughts.example', company });
    await page.getByLabel('Message (Optional)', { exact: true }).fill('first');
    await takenTime(page);
    await page.route('**/functions/v1/submit-contact', async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    });
    const submit = page.getByRole('main').locator('form button[type=submit]');
    await submit.click();
    await expect(page.getByText('Debug Information')).toBeVisible();
    await page.unroute('**/functions/v1/submit-contact');
    return submit;
  }

  async function expectBothStored(page: Page, company: string): Promise<void> {
    await expect(page.getByText(/thank you/i).first()).toBeVisible();
    const rows = await requestsOf(company);
    expect(rows.map(({ message }) => message).sort()).toEqual(['first', 'second']);
  }

  test(`a change before the second attempt is stored, after any outcome of the first${oneRunIn(2, 'changed attempt')}`, async ({
    page,
  }) => {
    const company = `Changed ${randomUUID()}`;
    const submit = await sendInVain(page, company);
    await page.getByLabel('Message (Optional)', { exact: true }).fill('second');
    await submit.click();
    await expectBothStored(page, company);
  });

  /** Regression: the reload forgot the first attempt, and the server kept only what it had. */
  test(`a change after a reload is stored too${oneRunIn(2, 'changed after reload')}`, async ({ page }) => {
    const company = `Reloaded ${randomUUID()}`;
    const submit = await sendInVain(page, company);
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel('Company*', { exact: true })).toHaveValue(company);
    await page.getByLabel('Message (Optional)', { exact: true }).fill('second');
    await submit.click();
    await expectBothStored(page, company);
  });
});

test(`a Book a Demo link in a new tab books a demo${oneRunIn(2, 'new tab')}`, async ({ page }) => {
  const company = `Demo ${randomUUID()}`;
  await page.goto('/about');
  const link = page.getByRole('banner').getByRole('link', { name: 'Book a Demo' });
  // A new tab knows only the address.
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(page.getByRole('heading', { name: 'Send Us a Message Book a Demo' })).toBeVisible();
  await fillContact(page, { name: 'New Tab', email: 'new@tab.example', company });
  await takenTime(page);
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText('Demo Request Submitted')).toBeVisible();
  const [row] = await requestsOf(company);
  expect(row).toMatchObject({ project_type: 'demo', source: 'demo' });
});

test("'Book a Demo to See Pricing' books a demo over the page", async ({ page }) => {
  const company = `Plan demo ${randomUUID()}`;
  await page.goto('/pricing');
  await hydrated(page);
  const link = page.getByRole('link', { name: 'Book a Demo to See Pricing' });
  await expect(link).toHaveAttribute('href', '/contact?source=pricing-demo');
  await link.click();
  const dialog = page.getByRole('dialog', { name: 'Book a Personalized Demo' });
  await fillContact(dialog, { name: 'Plan Demo', email: 'plan@demo.example', company });
  // The form is younger than the page.
  await takenTime(page, await page.evaluate(() => performance.now()));
  await dialog.locator('button[type=submit]').click();
  await expect(page.getByText('Demo Request Submitted')).toBeVisible();
  await page.getByTestId('marketing:dialog-thanks').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(link).toBeFocused();
  const [row] = await requestsOf(company);
  expect(row).toMatchObject({ project_type: 'demo', source: 'pricing-demo' });
});

const PROMISES = [
  ['/', 'Get Your Free ROI Forecast', 'roi-forecast'],
  ['/services/audience-creation', 'Size your audience', 'audience-creation'],
] as const;

for (const [path, promise, source] of sampleOf('promises', PROMISES, 2)) {
  test(`'${promise}' leads to a form with the same words, and the request stores the source`, async ({
    page,
  }) => {
    const company = `Promise ${randomUUID()}`;
    await page.goto(path);
    await hydrated(page);
    await page.getByRole('main').getByRole('link', { name: promise }).first().click();
    await expect(page.getByRole('heading', { name: `Send Us a Message ${promise}` })).toBeVisible();
    const openedMs = await page.evaluate(() => performance.now());
    await fillContact(page, { name: 'Prue Promised', email: 'prue@promised.example', company });
    await takenTime(page, openedMs);
    await page.getByRole('main').getByRole('button', { name: promise }).click();
    await expect(page.getByTestId('marketing:thank-you').getByRole('heading')).toBeFocused();
    const [row] = await requestsOf(company);
    expect(row).toMatchObject({ source, quarantined_at: null });
  });
}

test('a person opts out without naming a company', async ({ page }) => {
  const email = `${randomUUID()}@person.example`;
  await page.goto('/contact');
  await hydrated(page);
  // The checks are attached before the form changes its purpose.
  await page.getByLabel('Full Name*', { exact: true }).fill('Pat Person');
  await page.getByRole('link', { name: 'Opt out or ask about your data' }).click();
  await expect(page.getByRole('heading', { name: 'Opt out or ask about your data' })).toBeVisible();
  // A person who opts out is not told how we would sell to them.
  await expect(page.getByRole('heading', { name: 'What happens next' })).toHaveCount(0);
  // Nor asked whether we may.
  await expect(page.getByTestId('marketing:contact-form').getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByLabel('Company (optional)', { exact: true })).not.toHaveAttribute('required');
  await page.getByLabel('Full Name*', { exact: true }).fill('Pat Person');
  await page.getByLabel('Email Address*', { exact: true }).fill(email);
  await takenTime(page);
  await page.getByRole('button', { name: 'Opt out or ask about your data' }).click();
  await expect(page.getByText(/thank you/i).first()).toBeVisible();
  const [row] = await readRows('contact_submissions', { email });
  expect(row).toMatchObject({ source: 'opt-out', company: 'Private person', project_type: 'contact' });
});

/** Regression: the first form's errors and consent stayed, the thanks too, and the focus was at the end of the page. */
test(`a link on the page leads to the form for opting out, from any state of the first form${oneRunIn(2, 'opting out')}`, async ({
  page,
}) => {
  const email = `${randomUUID()}@person.example`;
  await page.goto('/contact?source=demo');
  await hydrated(page);
  await page.getByLabel('Full Name*', { exact: true }).fill('Pat Person');
  await page.getByRole('checkbox').check();
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByText('Company name is required')).toBeVisible();

  await page.getByRole('link', { name: 'Opt out or ask about your data' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your data, your decision' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Your data, your decision' })).toBeInViewport();
  await expect(page.getByText('Company name is required')).toHaveCount(0);
  await expect(page.getByLabel('Full Name*', { exact: true })).toHaveValue('Pat Person');
  await page.getByLabel('Email Address*', { exact: true }).fill(email);
  await takenTime(page);
  await page.getByRole('main').locator('form button[type=submit]').click();
  await expect(page.getByTestId('marketing:thank-you').getByRole('heading')).toBeFocused();
  const [row] = await readRows('contact_submissions', { email });
  expect(row).toMatchObject({ source: 'opt-out', consent_version: null });

  await page.getByRole('banner').getByRole('link', { name: 'Book a Demo' }).click();
  await expect(page.getByRole('heading', { name: 'Send Us a Message Book a Demo' })).toBeVisible();
  await expect(page.getByLabel('Full Name*', { exact: true })).toHaveValue('');
});
