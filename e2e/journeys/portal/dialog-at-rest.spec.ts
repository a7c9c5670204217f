import { expect, test } from '../../browser.ts';
import { HeldRequests } from '../../faults/held-requests.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';

// Details stand beside the list from 768 px on, and are as high as the window.
test.use({ viewport: { width: 700, height: 720 } });

/** Regression: the dialog was centered, so its buttons moved with every part that arrived, away from a pointer. */
test('a press counts although more of the dialog arrives before it ends', async ({ page }) => {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  const history = await HeldRequests.of(page, /\/rpc\/get_customer_timeline/);
  await openPortalAs(page, rep, '?tab=customers');
  await page.getByRole('button', { name: new RegExp(`^${customer.name}`) }).click();
  const dialog = page.getByRole('dialog', { name: customer.name });
  await dialog.getByRole('button', { name: 'Edit name, company and note' }).hover();
  await page.mouse.down();
  const { height } = (await dialog.boundingBox()) ?? { height: Number.NaN };
  await history.release();
  await expect.poll(async () => (await dialog.boundingBox())?.height).not.toBe(height);
  await page.mouse.up();
  await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
});
