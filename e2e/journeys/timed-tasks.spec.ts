import { randomUUID } from 'node:crypto';
import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact';
import { expect, hydrated, test } from '../browser.ts';
import { countSteps } from '../count-steps.ts';
import { addCustomer, openPortalAs, ownRep } from '../own-rep.ts';
import { mailedCode } from '../portal.ts';
import { mailsAbout, readRows } from '../stack.ts';

/*
 * What a person does all day, counted in clicks and screens. The task 'from sign-in to last month's commission' is in
 * last-months-commission.spec.ts.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHONE = { width: 360, height: 800 };

test('from a mailed link to prices takes one click and two screens', async ({ page }) => {
  const { id } = await ownRep();
  const { token } = await addCustomer(id);
  await page.setViewportSize(PHONE);
  const steps = await countSteps(page);
  await page.goto(`/comparison?access=${token}`);
  const open = page.getByRole('dialog').getByRole('button', { name: 'See prices' });
  await expect(open).toBeFocused();
  await steps.begin();

  await open.click();

  await expect(page.getByText('/month').first()).toBeInViewport();
  expect(await steps.clicks()).toBe(1);
  expect(steps.screens).toEqual(['/comparison', '/']);
});

test('from home to a sent demo request takes two clicks and two screens on a phone', async ({ page }) => {
  const company = `Phone ${randomUUID()}`;
  await page.setViewportSize(PHONE);
  const steps = await countSteps(page);
  await page.goto('/');
  await hydrated(page);
  await steps.begin();

  await page.getByRole('banner').getByRole('link', { name: 'Book a Demo' }).click();
  // The form comes first, and says what was promised.
  await expect(page.getByRole('heading', { name: 'Book a Demo' })).toBeInViewport();
  await expect(page.getByLabel('Full Name*', { exact: true })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Full Name*', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Email Address*', { exact: true }).fill('ada@lovelace.example');
  await page.getByLabel('Company*', { exact: true }).fill(company);
  await page.waitForFunction((ms) => performance.now() > ms, 2 * CONTACT_MIN_MS);
  await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();

  const thanks = page.getByTestId('marketing:thank-you');
  await expect(thanks).toContainText('A person answers within one business day');
  const [row] = await readRows('contact_submissions', `company=eq.${encodeURIComponent(company)}`);
  expect(row).toMatchObject({ project_type: 'demo', source: 'demo' });
  await expect(thanks).toContainText(String(row?.id).slice(0, 4).toUpperCase());
  expect(await steps.clicks()).toBe(2);
  expect(steps.screens).toEqual(['/', '/contact']);
});

test('from a call to a mailed link takes three clicks on one screen', async ({ page }) => {
  const rep = await ownRep();
  const email = `call-${randomUUID()}@customer.example`;
  const steps = await countSteps(page);
  await openPortalAs(page, rep);
  await steps.begin();

  await page.getByLabel('Customer Email*', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await page.getByLabel('6-digit code', { exact: true }).fill(await mailedCode(email));
  await page.getByRole('button', { name: 'Verify & Generate Link' }).click();
  await page.getByRole('button', { name: 'Email it for me' }).click();

  await expect(page.getByText(`Sent to ${email}.`)).toBeVisible();
  expect(await steps.clicks()).toBe(3);
  expect(steps.screens).toEqual(['/sales-portal']);
  const link = await page.getByLabel('Access link', { exact: true }).inputValue();
  const mails = await mailsAbout(link);
  expect(mails).toHaveLength(1);
  expect(JSON.stringify(mails[0]?.to)).toContain(email);
  // The secret is in the mail, and in no row.
  const token = new URL(link).searchParams.get('access') ?? '';
  const stored = await readRows('qualified_leads', `email=eq.${email}`);
  expect(JSON.stringify(stored)).not.toContain(token);
});

test("from 'who is this customer' to revoked takes four clicks and two screens", async ({ page }) => {
  const rep = await ownRep();
  const { name, customerId } = await addCustomer(rep.id);
  const steps = await countSteps(page);
  await openPortalAs(page, rep);
  await steps.begin();

  await page.getByRole('tab', { name: 'Customers', exact: true }).click();
  await page.getByRole('searchbox').last().fill(name.slice(4));
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  const details = page.getByRole('dialog', { name });
  await expect(details).toBeVisible();
  await details.getByRole('button', { name: /^Revoke/ }).click();
  await page.getByRole('button', { name: 'Revoke access' }).click();

  await expect(page.getByText('Access revoked')).toBeVisible();
  const [stored] = await readRows('qualified_leads', `id=eq.${customerId}&select=revoked_at`);
  expect(stored?.revoked_at).not.toBeNull();
  expect(await steps.clicks()).toBe(4);
  expect(steps.screens).toEqual(['/sales-portal', '/sales-portal customers']);
});
