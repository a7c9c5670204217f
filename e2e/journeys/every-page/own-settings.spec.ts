import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { chromium, type Locator } from '@playwright/test';
import { expect, hydrated, test } from '../../browser.ts';
import { overflowPx } from '../../looks/axe.ts';
import { addCustomer, ownRep } from '../../portal/own-rep.ts';
import { openPortal } from '../../portal/portal.ts';
import { stack } from '../../stack.ts';

const TABS = ['qualify', 'commissions', 'customers', 'requests'];

const styleOf = (element: Locator, name: 'backgroundColor' | 'borderBottomColor' | 'fontSize') =>
  element.evaluate((node, property) => getComputedStyle(node)[property], name);

/** Runs in a page: the elements that reach farthest to the right. */
function widest(): string {
  const shown = [...document.querySelectorAll('#main *')].filter((element) => !element.closest('.sr-only'));
  const rightOf = (element: Element) => element.getBoundingClientRect().right;
  const right = Math.max(...shown.map(rightOf));
  const widest = shown.filter((element) => rightOf(element) === right);
  return widest.map((element) => `<${element.tagName} class="${element.className}">`).join(' ');
}

test("the system's colors show the selected tab and the pressed range", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openPortal(page, '?tab=commissions&range=all');
  const ground = await styleOf(page.locator('body'), 'backgroundColor');
  const selected = page.getByRole('tab', { selected: true });
  const others = await page.getByRole('tab', { selected: false }).all();
  const line = await styleOf(selected, 'borderBottomColor');
  expect(others.length).toBeGreaterThan(2);
  for (const tab of others) {
    expect(await styleOf(tab, 'borderBottomColor')).not.toBe(line);
    expect([ground, 'rgb(255, 255, 255)']).toContain(await styleOf(tab, 'borderBottomColor'));
  }
  const pressed = await styleOf(page.getByRole('button', { name: 'All time' }), 'backgroundColor');
  expect(await styleOf(page.getByRole('button', { name: 'This year' }), 'backgroundColor')).not.toBe(pressed);
});

test("the system's colors show the current page in the menu", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.goto('/about');
  await page.getByRole('banner').locator('summary').click();
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  const lines = await links.evaluateAll((nodes) =>
    nodes.map((node) => [node.textContent, getComputedStyle(node).textDecorationLine]),
  );
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter(([, line]) => line !== 'none')).toEqual([['About', 'underline']]);
});

test("the system's colors underline the plan of the address alone", async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openPortal(page);
  await page.goto('/pricing?plan=moonshot');
  const names = page.getByTestId('marketing:plans').locator('h3 button');
  await expect(names).toHaveCount(4);
  expect(
    await names.evaluateAll((nodes) =>
      nodes.map((node) => [node.textContent, getComputedStyle(node).textDecorationLine]),
    ),
  ).toEqual([
    ['Foundation+', 'none'],
    ['Accelerate Pro', 'none'],
    ['Moonshot', 'underline'],
    ['Enterprise', 'none'],
  ]);
});

/** Regression: a phone on its side, and a tablet, were wide enough for smaller text, and zoomed. */
for (const [what, width, height, hasTouch] of [
  ['a narrow window', 360, 740, false],
  ['a phone on its side', 844, 390, true],
  ['a tablet', 1024, 768, true],
] as const) {
  test.describe(what, () => {
    test.use({ viewport: { width, height }, hasTouch, isMobile: hasTouch });

    test('does not zoom into a field of the portal', async ({ page }) => {
      for (const tab of TABS) {
        await openPortal(page, `?tab=${tab}&range=all`);
        const fields = page.locator(':is(input:not([type=checkbox]), select, textarea):visible');
        for (const field of await fields.all())
          expect(
            Number.parseFloat(await styleOf(field, 'fontSize')),
            `${tab}: ${field}`,
          ).toBeGreaterThanOrEqual(16);
        expect(await page.evaluate(overflowPx), tab).toBe(0);
      }
    });
  });
}

for (const fontPx of [24, 32]) {
  test(`a phone whose letters are ${fontPx} px shows the whole bar, and scrolls in one direction`, async () => {
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '',
      args: [...BROWSER_ARGUMENTS, `--blink-settings=defaultFontSize=${fontPx}`],
    });
    try {
      const phone = await browser.newPage({ baseURL: stack.url, viewport: { width: 360, height: 740 } });
      const found: string[] = [];
      const look = async (where: string) => {
        const bar = phone.getByRole('banner').locator(':is(a, button, summary):visible');
        const ends = await bar.evaluateAll((parts) =>
          parts.map((part) => part.getBoundingClientRect().right),
        );
        const px = await phone.evaluate(overflowPx);
        if (ends.length === 0 || Math.max(...ends) > 360) found.push(`${where}: the bar ends at ${ends}`);
        if (px !== 0) found.push(`${where}: ${px} px beside the page, ${await phone.evaluate(widest)}`);
      };
      await phone.goto('/');
      await hydrated(phone);
      expect(await phone.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
        `${fontPx}px`,
      );
      await look('/');
      for (const tab of TABS) {
        await openPortal(phone, `?tab=${tab}&range=all`);
        await expect(phone.getByRole('tabpanel').locator('[aria-busy=true]:visible')).toHaveCount(0);
        await look(tab);
      }
      expect(found).toEqual([]);

      // Regression: the dialog cut off the values of a quote, and could not be scrolled to them.
      const buyer = await browser.newPage({ baseURL: stack.url, viewport: { width: 360, height: 740 } });
      await buyer.goto(`/pricing?access=${(await addCustomer((await ownRep()).id)).token}`);
      await buyer.getByRole('button', { name: 'See prices' }).click();
      await expect(buyer.getByRole('dialog')).toBeHidden();
      await buyer.goto('/pricing?quote=moonshot');
      await expect(buyer.getByTestId('marketing:quote')).toBeVisible();
      const dialog = buyer.getByRole('dialog');
      expect(await dialog.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    } finally {
      await browser.close();
    }
  });
}
