import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import { answering, expect, hydrated, openSalesIdDialog, sectionsHydrated } from '../../browser.ts';
import { fillContact, requestsOf, takenTime } from '../../contact.ts';
import { KINDS, test } from '../../faults/extensions.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { ownRep } from '../../portal/own-rep.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';

// React draws a part again whose HTML was changed before it came.
test.use({ allowProblems: /Minified React error #418/ });

for (const extension of sampleOf('extensions', KINDS, KINDS.length)) {
  test.describe(`with ${extension}`, () => {
    test.use({ extension });

    test('the home page stays where it is, and a representative qualifies a customer', async ({ page }) => {
      await watchLayoutShifts(page);
      await page.goto('/');
      await sectionsHydrated(page);
      expect(await layoutShifts(page, 0.01)).toEqual([]);
      const dialog = await openSalesIdDialog(page);
      await dialog.getByLabel('Sales ID', { exact: true }).fill((await ownRep()).salesId);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await expect(dialog).toBeHidden();
      const form = new QualifyForm(page);
      const email = `${randomUUID()}@customer.example`;
      await form.enter(await form.sendCode({ email, name: 'Tina Extended', company: 'Keys' }));
      await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    });

    test('the contact form keeps what was typed, and is sent', async ({ page }) => {
      const company = `Extended ${randomUUID()}`;
      const message = 'We have teh budget.';
      await page.goto('/contact', { waitUntil: 'domcontentloaded' });
      const form = page.getByRole('main');
      // Often before the scripts have come. Found and typed at once: React may draw another form at any moment, also
      // during the typing.
      await page.evaluate((text) => {
        document.querySelector('main')?.setAttribute('data-first', '');
        document.querySelector<HTMLTextAreaElement>('main textarea')?.focus();
        document.execCommand('insertText', false, text);
      }, message);
      await hydrated(page);
      // The page did not leave the screen, even if parts of it were drawn again.
      await expect(page.locator('main[data-first]')).toBeVisible();
      const send = form.locator('form button[type=submit]');
      await answering(send);
      const email = `${company.slice(-12)}@hopper.example`;
      await fillContact(page, { name: 'Grace Hopper', email, company });
      await takenTime(page);
      await expect(form.locator('textarea')).toHaveValue(message);
      await send.click();
      await expect(page.getByTestId('marketing:thank-you')).toBeVisible();
      const [request] = await requestsOf(company);
      expect(request).toMatchObject({ first_name: 'Grace', email, message });
    });
  });
}
