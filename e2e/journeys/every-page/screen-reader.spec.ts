import { randomUUID } from 'node:crypto';
import { expect, hydrated, openSalesIdDialog, test } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { oneRunIn } from '../../in-turn.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { openPortal } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';
import { stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('a screen reader announces', () => {
  test(`the purpose of the link's dialog, that its token is hidden, and where the focus is${oneRunIn(2, 'link dialog read')}`, async ({
    page,
  }) => {
    await page.goto(`/comparison?access=${stack.demoAccessToken}`);
    const dialog = page.getByRole('dialog', { name: 'Customer Access' });
    await expect(dialog).toHaveAccessibleDescription(/shows you the prices of our plans.*It is personal/);
    await expect(dialog.getByRole('button', { name: 'See prices' })).toBeFocused();
    const token = dialog.getByRole('textbox', { name: 'Access token' });
    await expect(token).toHaveValue(stack.demoAccessToken);
    await dialog.getByRole('button', { name: 'Show Access token' }).click();
    await expect(dialog.getByRole('button', { name: 'Hide Access token' })).toBeVisible();
  });

  test(`what each unit of a plan is, and which price is hidden${oneRunIn(2, 'units read')}`, async ({
    page,
  }) => {
    await page.goto('/pricing');
    await hydrated(page);
    const plan = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Moonshot' }) });
    await expect(plan.getByText('Each is one list of contacts, not one person.')).toBeVisible();
    await expect(plan.getByText('Book a Demo to See Pricing')).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Compare every feature' })).toHaveCount(1);
  });

  test(`a mistyped address and a mailed link, politely${oneRunIn(2, 'mistyped read')}`, async ({ page }) => {
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    await form.email.fill(`${randomUUID()}@gmial.com`);
    await form.email.press('Tab');
    const status = page.getByRole('status').filter({ hasText: 'Did you mean' });
    await expect(status).toBeVisible();
    await expect(status.getByRole('button', { name: /@gmail\.com$/ })).toBeVisible();
    const details = { email: `${randomUUID()}@customer.example`, name: '', company: '' };
    await form.enter(await form.sendCode(details));
    await page.getByRole('button', { name: 'Email it for me' }).click();
    await expect(page.getByRole('status').filter({ hasText: `Sent to ${details.email}` })).toBeVisible();
  });

  test(`the remaining commission as a sum: the figure, the parts with their signs, and which part is open${oneRunIn(2, 'sum read')}`, async ({
    page,
  }) => {
    await openPortal(page, '?tab=commissions&range=all');
    const sum = page.getByRole('group', { name: 'How it adds up' });
    await expect(sum).toMatchAriaSnapshot(`
      - group "How it adds up":
        - text: "="
        - button /^Earned \\$[\\d,.]+$/
        - text: +
        - button /^Pending \\$[\\d,.]+$/
        - text: \u2212
        - button /^Clawed back \\$[\\d,.]+$/
        - button /^Cancelled, not counted \\$[\\d,.]+$/
    `);
    const pending = sum.getByRole('button', { name: 'Pending' });
    await expect(pending).toHaveAttribute('aria-expanded', 'false');
    await pending.press('Enter');
    await expect(sum.getByRole('button', { expanded: true })).toHaveAccessibleName(/^Pending/);
    const id = await pending.getAttribute('aria-controls');
    await expect(page.locator(`[id="${id}"]`)).toMatchAriaSnapshot(`
      - paragraph: /\\d+ sales? younger than \\d+ days\\. A sale can still be cancelled\\./
      - button /^Show (this sale|these \\d+ sales)$/
    `);
  });

  test(`what each customer status means, as terms with their definitions${oneRunIn(2, 'statuses read')}`, async ({
    page,
  }) => {
    await openPortal(page, '?tab=customers');
    await expect(page.getByRole('table')).toBeVisible();
    const meanings = page.getByRole('group').filter({ hasText: 'What each status means' });
    await expect(meanings.getByRole('term')).toHaveCount(0);
    await meanings.getByText('What each status means').press('Enter');
    await expect(meanings).toMatchAriaSnapshot(`
      - group:
        - text: What each status means
        - term: Issued
        - definition: /The link was never opened/
        - term: Opened
        - definition: /not signed in now/
        - term: Active
        - definition: /The customer is signed in now/
        - term: Expiring
        - definition: /The link expires soon/
        - term: Expired
        - definition: The link has expired
        - term: Revoked
        - definition: The link was revoked
    `);
  });

  test(`politely that they are signed in, in the portal${oneRunIn(2, 'signed in read')}`, async ({
    page,
  }) => {
    await page.goto('/');
    const dialog = await openSalesIdDialog(page);
    await dialog.getByLabel('Sales ID', { exact: true }).fill((await ownRep()).salesId);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    const messages = page.getByRole('region', { name: /^Notifications/ });
    await expect(messages).toHaveAttribute('aria-live', 'polite');
    await expect(messages).toMatchAriaSnapshot(`
      - region /Notifications/:
        - list:
          - listitem:
            - button "Close message"
            - text: Authentication Successful Welcome to Demo Mode. Pricing is now visible.
    `);
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/sales-portal');
    await expect(page.locator('#main')).toBeFocused();
    // The keyboard shortcut in the region's name moves the focus there.
    await page.keyboard.press('Alt+t');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(messages.getByRole('button', { name: 'Close message' })).toBeFocused();
  });

  test('that a request arrived, when a person answers, and its reference', async ({ page }) => {
    const company = `Reader ${randomUUID()}`;
    await page.goto('/contact');
    await hydrated(page);
    await fillContact(page, { name: 'Rae Reader', email: 'rae@reader.example', company });
    await takenTime(page);
    await page.getByRole('main').locator('form button[type=submit]').click();
    const thanks = page.getByTestId('marketing:thank-you');
    await expect(thanks.getByRole('heading')).toBeFocused();
    await expect(thanks).toMatchAriaSnapshot(`
      - heading [level=2]
      - paragraph: /business day/
      - paragraph: /^Your reference. [0-9A-Z-]+$/
      - button
      - link
    `);
    expect(await requestsOf(company)).toHaveLength(1);
  });

  test('the access to prices, its end, and how to add a colleague', async ({ page }) => {
    const { token } = await addCustomer((await ownRep()).id);
    await page.goto(`/comparison?access=${token}`);
    await page.getByRole('button', { name: 'See prices' }).click();
    await expect(page.getByRole('heading', { name: 'Four plans, side by side.' })).toBeFocused();
    const badge = page.getByTestId('host:access-badge');
    await expect(badge).toMatchAriaSnapshot(`
      - group: /Premium Access · \\d+ h \\d+ min left Prices until \\w+ [\\d:]+ [AP]M · Robin Ownwell/
    `);
    await badge.locator('summary').press('Enter');
    await expect(badge.getByRole('link', { name: /add a colleague/ })).toBeVisible();
  });
});
