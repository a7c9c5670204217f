import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact, requestsOf } from '../../contact.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { oneRunIn } from '../../in-turn.ts';

interface Fields {
  name?: string;
  email?: string;
  message?: string;
}

/** Fills the form with the given values, and with harmless values for the rest. */
async function fill(page: Page, company: string, fields: Fields = {}): Promise<void> {
  await hydrated(page);
  await fillContact(page, {
    name: fields.name ?? 'Ada Lovelace',
    email: fields.email ?? 'ada@lovelace.example',
    company,
  });
  if (fields.message !== undefined)
    await page.getByLabel('Message (Optional)', { exact: true }).fill(fields.message);
}

const submitButton = (page: Page) => page.getByRole('main').locator('form button[type=submit]');

async function send(page: Page): Promise<void> {
  await submitButton(page).click();
  await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
}

function rowsOf(company: string) {
  return requestsOf(company);
}

const newCompany = (what: string) => `${what} ${randomUUID()}`;

test(`an unknown source is stored as text, and an unknown tier appears nowhere${oneRunIn(2, 'unknown tier')}`, async ({
  page,
}) => {
  const company = newCompany('Unknown');
  await page.goto('/contact?source=carrier-pigeon&tier=Platinum%20Deluxe');
  await hydrated(page);
  await fill(page, company, { message: 'Hello' });
  await expect(page.getByText('Platinum Deluxe')).toHaveCount(0);
  await send(page);
  expect(await rowsOf(company)).toMatchObject([{ source: 'carrier-pigeon', message: 'Hello' }]);
});

test(`a script in the query stays text on the page and on the server${oneRunIn(2, 'script in query')}`, async ({
  page,
}) => {
  const company = newCompany('Script');
  const script = '<script>window.hacked=1</script><img src=x onerror=window.hacked=1>';
  await page.goto(`/contact?source=${encodeURIComponent(script)}&tier=${encodeURIComponent(script)}`);
  await hydrated(page);
  await fill(page, company);
  await send(page);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  expect(await rowsOf(company)).toMatchObject([{ source: script, message: '' }]);
});

test('a message of 10,000 characters arrives complete, and a longer one is refused', async ({ page }) => {
  const company = newCompany('Long');
  const message = 'Every word counts. '.repeat(600).slice(0, 9_999).concat('!');
  await page.goto('/contact');
  await hydrated(page);
  await fill(page, company, { message: `${message}!` });
  await submitButton(page).click();
  await expect(page.getByText('Please use at most 10,000 characters')).toBeVisible();
  await expect(page.getByLabel('Message (Optional)', { exact: true })).toBeFocused();
  expect(await rowsOf(company)).toEqual([]);
  await page.getByLabel('Message (Optional)', { exact: true }).fill(message);
  await send(page);
  expect(await rowsOf(company)).toMatchObject([{ message }]);
});

const NAMES = [
  ['a name written from right to left', 'محمد بن عبد الله', 'محمد', 'بن عبد الله'],
  ['a name with an emoji', '🦊 Fuchs', '🦊', 'Fuchs'],
  ['a name of one word', 'Björk', 'Björk', null],
] as const;

for (const [what, name, first, last] of sampleOf('names', NAMES, 3)) {
  test(`${what} arrives unchanged`, async ({ page }) => {
    const company = newCompany('Name');
    await page.goto('/contact');
    await hydrated(page);
    await fill(page, company, { name });
    await send(page);
    expect(await rowsOf(company)).toMatchObject([{ first_name: first, last_name: last }]);
  });
}

const ADDRESSES = [
  ['a plus', 'ada+demo@lovelace.example', /^ada\+demo@lovelace\.example$/],
  // The browser may write the domain in its network form.
  ['an international domain', 'ada@bücher.example', /^ada@(bücher|xn--bcher-kva)\.example$/],
] as const;

for (const [what, email, stored] of sampleOf('email addresses', ADDRESSES, 2)) {
  test(`an email address with ${what} is accepted`, async ({ page }) => {
    const company = newCompany('Mail');
    await page.goto('/contact');
    await hydrated(page);
    await fill(page, company, { email });
    await send(page);
    expect(await rowsOf(company)).toMatchObject([{ email: expect.stringMatching(stored) }]);
  });
}

test(`pasted line breaks stay in the message and disappear from a one-line field${oneRunIn(2, 'pasted')}`, async ({
  page,
  context,
}) => {
  const company = newCompany('Paste');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/contact');
  await hydrated(page);
  await fill(page, company, { name: '' });
  await page.evaluate(() => navigator.clipboard.writeText('Grace\r\nHopper'));
  await page.getByLabel('Full Name*', { exact: true }).focus();
  await page.keyboard.press('Control+V');
  await page.getByLabel('Message (Optional)', { exact: true }).focus();
  await page.keyboard.press('Control+V');
  await send(page);
  const [row] = await rowsOf(company);
  expect(row?.message).toBe('Grace\nHopper');
  expect(`${row?.first_name}${row?.last_name ?? ''}`).toMatch(/^Grace ?Hopper$/);
});

test('pressing submit ten times makes one request and one row', async ({ page }) => {
  const company = newCompany('Ten');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/submit-contact')) sent.push(request.url());
  });
  const requests = await HeldRequests.of(page, /\/submit-contact$/);
  await page.goto('/contact');
  await hydrated(page);
  await fill(page, company);
  const form = page.getByTestId('marketing:contact-form');
  await form.evaluate((element: HTMLFormElement) => {
    for (let press = 0; press < 10; press += 1) element.requestSubmit();
  });
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeVisible();
  await page.keyboard.press('Enter');
  await requests.release();
  await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
  expect(sent).toHaveLength(1);
  expect(await rowsOf(company)).toHaveLength(1);
});

test.describe('when the network fails', () => {
  test.use({ allowProblems: /Failed to load resource|net::ERR/ });

  test('a request sent offline survives a reload and arrives once', async ({ page, context }) => {
    const company = newCompany('Offline');
    await page.goto('/contact');
    await hydrated(page);
    await fill(page, company, { message: 'Written in a tunnel' });
    await context.setOffline(true);
    await submitButton(page).click();
    await expect(page.getByText('Debug Information')).toBeVisible();
    await expect(page.getByLabel('Message (Optional)', { exact: true })).toHaveValue('Written in a tunnel');
    await context.setOffline(false);
    await page.reload();
    await hydrated(page);
    await expect(page.getByLabel('Company*', { exact: true })).toHaveValue(company);
    await send(page);
    expect(await rowsOf(company)).toMatchObject([{ message: 'Written in a tunnel' }]);
  });

  test(`without the form's validation code, the server validates, and the typed text stays${oneRunIn(2, 'unchecked')}`, async ({
    page,
  }) => {
    const company = newCompany('Unchecked');
    await page.route('**/contact-checks-*.js', (route) => route.abort('connectionreset'));
    await page.goto('/contact');
    await hydrated(page);
    await fill(page, company, { email: 'not-an-address' });
    await submitButton(page).click();
    await expect(page.getByText('Please enter a valid email address').first()).toBeVisible();
    await expect(page.getByLabel('Email Address*', { exact: true })).toBeFocused();
    expect(await rowsOf(company)).toEqual([]);
    await page.getByLabel('Email Address*', { exact: true }).fill('ada@lovelace.example');
    await send(page);
    expect(await rowsOf(company)).toHaveLength(1);
  });
});
