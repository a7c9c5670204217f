import { randomUUID } from 'node:crypto';
import { expect, hydrated, test } from '../../browser.ts';
import { requestsOf, takenTime } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { CountedTask } from '../../measures/counted-task.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { strangerPage } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { mailsAbout, readRows } from '../../stack.ts';

// The fifth task is in last-months-commission.spec.ts. docs/screens/README.md keeps the counts.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test(`from mail to price takes two clicks and two screens${oneRunIn(3, 'mail to price')}`, async ({
  page,
  browser,
}) => {
  const details = { email: `${randomUUID()}@customer.example`, name: 'Mina Mail', company: 'Post Ltd' };
  const rep = await strangerPage(browser);
  await openPortalAs(rep, await ownRep());
  const form = new QualifyForm(rep);
  await form.enter(await form.sendCode(details));
  await rep.getByRole('button', { name: 'Email it for me' }).click();
  await expect(rep.getByText(`Sent to ${details.email}`)).toBeVisible();
  const mail = (await mailsAbout('Your access to')).find((caught) =>
    JSON.stringify(caught.to).includes(details.email),
  );
  expect(mail).toBeDefined();

  const task = await CountedTask.prepare(page);
  // The customer's mail program shows the mail like this.
  await page.route('**/opened-mail', (route) =>
    route.fulfill({ contentType: 'text/html', body: mail?.html ?? '' }),
  );
  await page.goto('/opened-mail');
  await task.begin();
  await page.getByRole('link').click();
  await page.getByRole('button', { name: 'See prices' }).click();

  await expect(page.getByText('/month').first()).toBeInViewport();
  await task.expectDone({ clicks: 2, screens: ['/opened-mail', '/comparison', '/'] });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('from home to a sent demo request takes five taps and two screens', async ({ page }) => {
    const company = `Phone ${randomUUID()}`;
    const task = await CountedTask.prepare(page);
    await page.goto('/');
    await hydrated(page);
    await task.begin();
    await page.getByRole('link', { name: 'Book a Demo' }).filter({ visible: true }).first().click();
    const name = page.getByLabel('Full Name*', { exact: true });
    // The form comes first: a visitor can start without scrolling.
    await expect(name).toBeInViewport({ ratio: 1 });
    const openedAtMs = await page.evaluate(() => performance.now());
    await task.type(name, 'Phone Buyer');
    await task.type(page.getByLabel('Email Address*', { exact: true }), 'phone@buyer.example');
    await task.type(page.getByLabel('Company*', { exact: true }), company);
    // A person takes longer. The site quarantines faster requests.
    await takenTime(page, openedAtMs);
    await page.getByRole('main').getByRole('button', { name: 'Book a Demo' }).click();

    await expect(page.getByText('Demo Request Submitted')).toBeVisible();
    await task.expectDone({ clicks: 5, screens: ['/', '/contact'] });
    const [row] = await requestsOf(company);
    expect(row).toMatchObject({ project_type: 'demo', source: 'demo', quarantined_at: null });
  });
});

test(`from a call to a qualified customer's link takes seven clicks and two screens${oneRunIn(3, 'call to link')}`, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const details = { email: `${randomUUID()}@customer.example`, name: 'Cal Caller', company: 'Ring Ltd' };
  const task = await CountedTask.prepare(page);
  // The telephone rings while the representative is on another tab.
  await openPortalAs(page, await ownRep(), '?tab=commissions');
  await task.begin();
  await page.getByRole('tab', { name: 'Qualify Customers' }).click();
  const form = new QualifyForm(page);
  await task.type(form.email, details.email);
  await task.type(page.getByLabel('Customer name', { exact: true }), details.name);
  await task.type(page.getByRole('textbox', { name: 'Company' }), details.company);
  await form.send.click();
  await expect(form.code).toBeFocused();
  await task.type(form.code, await form.mailedCode(details));
  await form.verify.click();
  await page.getByRole('button', { name: 'Copy link' }).click();

  await expect(page.getByText('Link copied to clipboard')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await form.link.inputValue());
  await task.expectDone({ clicks: 7, screens: ['/sales-portal commissions', '/sales-portal'] });
});

test(`from 'who is this customer' to revoked takes five clicks and three screens${oneRunIn(3, 'customer to revoked')}`, async ({
  page,
}) => {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  const task = await CountedTask.prepare(page);
  await openPortalAs(page, rep);
  await task.begin();
  await page.getByRole('tab', { name: /^Customers/ }).click();
  await task.type(page.getByRole('searchbox', { name: 'Search customers' }), customer.name.slice(4));
  await page.getByRole('button', { name: new RegExp(`^${customer.name}`) }).click();
  const details = page.getByRole('dialog', { name: customer.name });
  await expect(details.getByRole('link', { name: customer.email })).toBeVisible();
  await details.getByRole('button', { name: `Revoke ${customer.name}` }).click();
  await page.getByRole('button', { name: 'Revoke access' }).click();

  await expect(page.getByText('Access revoked')).toBeVisible();
  const [stored] = await readRows('qualified_leads', { id: customer.customerId });
  expect(stored?.revoked_at).not.toBeNull();
  await task.expectDone({
    clicks: 5,
    screens: ['/sales-portal', '/sales-portal customers', '/sales-portal customers customer'],
  });
});
