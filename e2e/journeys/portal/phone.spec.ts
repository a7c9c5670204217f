import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Locator } from '@playwright/test';
import { expect, test } from '../../browser.ts';
import { atRest } from '../../looks/axe.ts';
import { openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { expectAccessible, openPortal } from '../../portal/portal.ts';
import { QualifyForm } from '../../portal/qualify-form.ts';

test.use({
  hasTouch: true,
  isMobile: true,
  contextOptions: { reducedMotion: 'reduce' },
});

/** Scrolls to the element, and expects that a touch on its middle hits it: no other element covers it. */
async function expectUncovered(element: Locator): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  // A message that covers the focus moves to the other edge in the next frame.
  await element.page().evaluate(atRest);
  const isTouched = await element.evaluate((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return node.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });
  expect(isTouched, `${element} is covered`).toBe(true);
}

for (const height of sampleOf('heights of a phone', [640, 900], 2)) {
  test(`on a phone of ${height} px a rep qualifies a customer, and no message covers the next control`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height });
    const details = { email: `${randomUUID()}@customer.example`, name: 'Pat Pocket', company: 'Roadside' };
    await openPortalAs(page, await ownRep());
    const form = new QualifyForm(page);
    const toast = page.locator('[data-sonner-toast]');

    await form.fill(details);
    await form.send.tap();
    await expect(toast.filter({ hasText: 'Verification Code Sent' })).toBeInViewport({ ratio: 1 });
    await expect(form.code).toBeFocused();
    await expectUncovered(form.code);
    await expectUncovered(form.verify);

    await form.code.fill(await form.mailedCode(details));
    await form.verify.tap();
    await expect(toast.filter({ hasText: 'Success' })).toBeInViewport({ ratio: 1 });
    const copy = page.getByRole('button', { name: 'Copy link' });
    await expectUncovered(copy);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });
}

/** Regression: after the minus of "Clawed back", the amount beside it looked like another part that is subtracted. */
test('on a phone, commission that is not counted stands below the sum', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openPortal(page, '?tab=commissions&range=all');
  const parts = page.getByRole('button', { name: /^(Clawed back|Cancelled, not counted)/ });
  await expect(parts).toHaveCount(2);
  // Read at one moment: all of it may still move.
  const [part, beside] = await parts.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { top, bottom } = button.getBoundingClientRect();
      return { top, bottom };
    }),
  );
  expect(beside?.top).toBeGreaterThanOrEqual(part?.bottom ?? Number.NaN);
});
