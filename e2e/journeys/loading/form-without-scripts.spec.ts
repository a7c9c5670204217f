import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { readRows } from '../../stack.ts';

/** Fills in what is required. @returns the address that the request is found by */
async function fillIn(page: Page): Promise<string> {
  const email = `${randomUUID()}@no-scripts.example`;
  await page.getByLabel('Full Name*', { exact: true }).fill('Nora Noscript');
  await page.getByLabel('Email Address*', { exact: true }).fill(email);
  await page.getByLabel('Company*', { exact: true }).fill('Plain Pages');
  await page.getByLabel('Message (Optional)', { exact: true }).fill('Two lines,\nand é.');
  return email;
}

const send = (page: Page) => page.getByRole('button', { name: 'Send message' }).click();
const thanks = (page: Page) => page.getByText('Thank you. We have your message.');

async function expectSent(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL('/contact#sent');
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(page)).toBeInViewport();
  const rows = await readRows('contact_submissions', `email=eq.${email}`);
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
    expect(await readRows('contact_submissions', `email=eq.${email}`)).toHaveLength(1);
  });

  test('the browser asks for what is missing', async ({ page }) => {
    await page.goto('/contact');
    await send(page);
    await expect(page).toHaveURL('/contact');
    await expect(page.getByLabel('Full Name*', { exact: true })).toBeFocused();
  });

  test('a refused form says so, and the text is still there', async ({ page }) => {
    await page.goto('/contact');
    await fillIn(page);
    await page.getByLabel('Full Name*', { exact: true }).fill('N');
    await send(page);
    await expect(page).toHaveURL('/contact#not-sent');
    await expect(page.getByRole('alert').filter({ hasText: 'Your message was not sent' })).toBeVisible();
    await page.goBack();
    await expect(page.getByLabel('Company*', { exact: true })).toHaveValue('Plain Pages');
  });
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
