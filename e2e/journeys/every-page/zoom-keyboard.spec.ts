import type { Locator, Page } from '@playwright/test';
import { expect, facesArrived, hydrated, openSalesIdDialog, test } from '../../browser.ts';
import { oneRunIn } from '../../in-turn.ts';
import { expectEachStopInSight } from '../../looks/focus-in-sight.ts';
import { addCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { openPortal } from '../../portal/portal.ts';
import { stack } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A window of 1280 x 1024 px, zoomed. */
const ZOOMS = [
  ['200 %', { width: 640, height: 512 }],
  ['400 %', { width: 320, height: 256 }],
] as const;

for (const [zoom, viewport] of ZOOMS) {
  test.describe(`at ${zoom} the Tab key brings every control into view`, () => {
    test.use({ viewport });

    for (const path of ['/', '/pricing', '/comparison', '/contact']) {
      test(`on ${path}${oneRunIn(5, `${zoom} ${path}`)}`, async ({ page }) => {
        await page.goto(path);
        await hydrated(page);
        expect(await expectEachStopInSight(page)).toBeGreaterThan(10);
      });
    }

    test(`in the sign-in dialogs${oneRunIn(5, `${zoom} in the sign-in dialogs`)}`, async ({ page }) => {
      await page.goto('/');
      const dialog = await openSalesIdDialog(page);
      await expectEachStopInSight(page);
      await dialog.press('Escape');
      await page.goto(`/comparison?access=${stack.demoAccessToken}`);
      await expect(page.getByRole('button', { name: 'See prices' })).toBeFocused();
      await expectEachStopInSight(page);
    });

    test(`for a customer, on the comparison page and at the plans${oneRunIn(5, `${zoom} for a customer`)}`, async ({
      page,
    }) => {
      const { token } = await addCustomer((await ownRep()).id);
      await page.goto(`/comparison?access=${token}`);
      await page.getByRole('button', { name: 'See prices' }).press('Enter');
      await expect(page.getByText('/month').first()).toBeVisible();
      await page.reload();
      await expect(page.getByText('/month').first()).toBeVisible();
      await expectEachStopInSight(page);
      await page.goto('/comparison');
      await expect(page.getByTestId('marketing:access')).toBeVisible();
      await expectEachStopInSight(page);
    });

    test(`in the Qualify tab, with its code and its link${oneRunIn(5, `${zoom} in the Qualify tab`)}`, async ({
      page,
    }) => {
      await openPortalAs(page, await ownRep());
      await expectEachStopInSight(page);
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expectDialog(page, page.getByRole('button', { name: 'Account' }));
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectEachStopInSight(page);
    });

    test(`in the Commissions tab, with a part of the sum and a sale${oneRunIn(5, `${zoom} in the Commissions tab`)}`, async ({
      page,
    }) => {
      await openPortal(page, '?tab=commissions&range=all');
      const sales = page.getByRole('table', { name: /^Sales\./ }).locator('tbody');
      await expect(sales.getByRole('row')).toHaveCount(25);
      await page.getByRole('button', { name: 'Clawed back' }).press('Enter');
      await expectEachStopInSight(page);
      await expectDialog(page, sales.getByRole('button').first());
    });

    test(`in the Customers tab, with the meanings of statuses and a customer${oneRunIn(5, `${zoom} in the Customers tab`)}`, async ({
      page,
    }) => {
      await openPortal(page, '?tab=customers');
      const opener = page.getByRole('table').locator('tbody').locator('[data-row-opener]').first();
      await expect(opener).toBeVisible();
      await page.getByText('What each status means').press('Enter');
      await expectEachStopInSight(page);
      await expectDialog(page, opener);
    });
  });
}

/** Regression: at 320 px the last tab reached over the end of its row. */
test('the tabs of the portal fit their row, at any width', async ({ page }) => {
  await openPortal(page);
  await facesArrived(page);
  const row = page.getByRole('tablist');
  for (const width of [320, 336, 360, 640, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const { scrollWidth, clientWidth } = await row.evaluate(({ scrollWidth, clientWidth }) => ({
      scrollWidth,
      clientWidth,
    }));
    expect(scrollWidth, `at ${width} px`).toBe(clientWidth);
  }
});

test(`no placeholder is cut off, at any width${oneRunIn(3, 'placeholders')}`, async ({ page }) => {
  for (const tab of ['qualify', 'commissions', 'customers']) {
    await openPortal(page, `?tab=${tab}`);
    await facesArrived(page);
    for (const width of [320, 360, 640, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const fields = page.locator('input[placeholder]:visible');
      // The form for a customer has none today.
      if (tab !== 'qualify') await expect(fields).not.toHaveCount(0);
      const cut = await fields.evaluateAll((inputs) =>
        inputs.flatMap((input) => {
          const { font, paddingLeft, paddingRight } = getComputedStyle(input);
          const text = input.getAttribute('placeholder') ?? '';
          const drawing = document.createElement('canvas').getContext('2d');
          if (drawing === null) throw new Error('This browser cannot measure text');
          drawing.font = font;
          const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
          return drawing.measureText(text).width > room ? [text] : [];
        }),
      );
      expect(cut, `${tab} at ${width} px`).toEqual([]);
    }
  }
});

async function expectDialog(page: Page, opener: Locator): Promise<void> {
  await opener.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
  await expectEachStopInSight(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}
