import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { fillContact } from '../../contact.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { readRows } from '../../stack.ts';

/** Fills in what is required. @returns the address that the request is found by */
async function fillIn(page: Page): Promise<string> {
  const email = `${randomUUID()}@no-scripts.example`;
  await fillContact(page, { name: 'Nora Noscript', email, company: 'Plain Pages' });
  await page.getByLabel('Message (Optional)', { exact: true }).fill('Two lines,\nand é.');
  return email;
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();
const thanks = (page: Page) => page.getByText('Thank you. We have your message.');

async function expectSent(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL('/contact#sent');
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(page)).toBeInViewport();
  const rows = await readRows('contact_submissions', { email });
  expect(rows).toMatchObject([
    { company: 'Plain Pages', message: 'Two lines,\nand é.', quarantined_at: null },
  ]);
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor sends the contact form, once, and reads that it has arrived', async ({ page }) => {
    await page.goto('/contact');
    await expect(thanks(page)).toBeHidden();
    const email = await fillIn(page);
    await page.getByLabel(/I agree that/).check();
    await send(page);
    await expectSent(page, email);
    await page.reload();
    expect(await readRows('contact_submissions', { email })).toHaveLength(1);
  });

  test('a control that opens the form over the page leads to it', async ({ page }) => {
    await page.goto('/data-refinement');
    await page.getByRole('main').getByText('Discuss Your Data Needs').click();
    await expect(page).toHaveURL('/contact?source=data-refinement&tier=Data%20Refinement');
  });

  test('the browser asks for what is missing', async ({ page }) => {
    await page.goto('/contact');
    const name = page.getByLabel('Full Name*', { exact: true });
    const email = page.getByLabel('Email Address*', { exact: true });
    await send(page);
    await expect(name).toBeFocused();
    await fillIn(page);
    for (const [field, wrong, right] of [
      [name, 'N', 'Nora'],
      [email, 'nora@example', 'nora@no-scripts.example'],
    ] as const) {
      await field.fill(wrong);
      await send(page);
      await expect(field).toBeFocused();
      await field.fill(right);
    }
    await expect(page).toHaveURL('/contact');
  });

  test('a refused form says so, and the text is still there', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page);
    await page.getByLabel('Phone Number', { exact: true }).fill('1'.repeat(60));
    await send(page);
    await expect(page).toHaveURL('/contact#not-sent');
    await expect(page.locator('#not-sent')).toBeFocused();
    await expect(
      page.getByRole('alert').filter({ hasText: 'We could not confirm your message' }),
    ).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Company*', { exact: true })).toHaveValue('Plain Pages');
  });
});

/** Presses the button again as soon as React has the form. Playwright reads nothing of a page that is being left. */
function pressAgain(): void {
  const timer = setInterval(() => {
    const form: (HTMLFormElement & { sentAt?: number }) | null = document.querySelector('main form');
    const isHydrated = Object.keys(form ?? {}).some((key) => key.startsWith('__react'));
    if (!isHydrated || form?.sentAt === undefined) return;
    clearInterval(timer);
    form.querySelector<HTMLElement>('[type=submit]')?.click();
    console.log('pressed again');
  }, 50);
}

test('a form that the browser sends is not sent again by scripts that arrive meanwhile, nor filled in again', async ({
  page,
}) => {
  await page.addInitScript(pressAgain);
  const pressedAgain = page.waitForEvent('console', (message) => message.text() === 'pressed again');
  const scripts = await HeldRequests.of(page, /\.js$/);
  const calls = await HeldRequests.of(page, /submit-contact$/);
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/submit-contact')) posts.push(request.url());
  });
  await page.goto('/contact');
  const email = await fillIn(page);
  // The click ends when the page of the answer is there.
  const sent = send(page);
  await expect.poll(() => calls.count).toBe(1);
  await scripts.release();
  await pressedAgain;
  await calls.release();
  await sent;
  await expectSent(page, email);
  await hydrated(page);
  await expect(page.getByLabel('Company*', { exact: true })).toHaveValue('');
  expect(posts).toHaveLength(1);
});

test.describe('with scripts that do not arrive', () => {
  test.use({ allowProblems: /Failed to load resource|net::ERR_FAILED/ });

  test('the contact form is sent all the same', async ({ page }) => {
    await page.route(/\.js$/, (route) => route.abort());
    await page.goto('/contact');
    const email = await fillIn(page);
    await send(page);
    await expectSent(page, email);
  });
});
