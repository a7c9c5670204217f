import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { answering, expect, facesArrived, hydrated, test } from '../../browser.ts';
import { LOAD_BUDGET } from '../../budgets.ts';
import { oneRunIn } from '../../in-turn.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { openUntilPainted, slowDown } from '../../measures/slow-load.ts';
import { clickSteadily, typeSteadily } from '../../measures/steady-hand.ts';

const PHONE = { width: 412, height: 823 };

declare global {
  interface Window {
    /** How often a disclosure was opened or closed. */
    flips: number;
    /** How often a dialog appeared. */
    dialogs: number;
  }
}

/** The whole page responds: what is in it, what is below it, and the frame with its fonts. */
async function wholePageAnswers(page: Page): Promise<void> {
  await hydrated(page);
  await answering(page.getByRole('button', { name: 'Partner Program' }));
  await facesArrived(page);
}

/** Counts the answers to clicks. A person who sees a dialog stops clicking what is behind it. */
async function countAnswers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { flips: 0, dialogs: 0 });
    const dialogsIn = (node: Node) =>
      node instanceof Element
        ? Number(node.matches('[role=dialog]')) + node.querySelectorAll('[role=dialog]').length
        : 0;
    new MutationObserver((changes) => {
      for (const { type, addedNodes } of changes) {
        if (type === 'attributes') window.flips += 1;
        for (const node of addedNodes) window.dialogs += dialogsIn(node);
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['open'] });
    for (const type of ['pointerdown', 'mousedown', 'click']) {
      addEventListener(
        type,
        (event) => {
          if (document.querySelector('[role=dialog]') === null) return;
          event.preventDefault();
          event.stopImmediatePropagation();
        },
        true,
      );
    }
  });
}

test.beforeEach(async ({ page }) => {
  await watchLayoutShifts(page);
  await countAnswers(page);
});

for (const path of sampleOf('clicked menus', ['/', '/pricing', '/contact'], 3)) {
  test(`every click on the menu of ${path} opens or closes it, and nothing moves`, async ({ page }) => {
    await page.setViewportSize(PHONE);
    const devTools = await slowDown(page);
    await openUntilPainted(page, path);
    const menu = page.getByRole('banner').locator('details', { hasText: 'Menu' });
    const clicks = await clickSteadily(devTools, menu.locator('summary'), wholePageAnswers(page));
    expect(await page.evaluate(() => window.flips)).toBe(clicks);
    await expect(menu).toHaveJSProperty('open', clicks % 2 === 1);
    expect(await layoutShifts(page, LOAD_BUDGET.layoutShift)).toEqual([]);
  });
}

test(`every click on a question meets it, and opens or closes its answer${oneRunIn(4, 'question')}`, async ({
  page,
}) => {
  const devTools = await slowDown(page);
  await openUntilPainted(page, '/comparison');
  const question = page.getByRole('main').locator('details').first();
  const clicks = await clickSteadily(devTools, question.locator('summary'), wholePageAnswers(page));
  expect(await page.evaluate(() => window.flips)).toBe(clicks);
  await expect(question).toHaveJSProperty('open', clicks % 2 === 1);
});

const LINKS = [
  { what: 'the bar', from: '/', link: 'header a[href="/pricing"]', to: '/pricing' },
  {
    what: 'a section of HTML',
    from: '/',
    link: 'main [data-static] a[href="/features"]',
    to: '/features',
  },
  {
    what: 'a plan',
    from: '/pricing',
    link: 'main a[href*="source=pricing&tier=Moonshot"]',
    to: /\/contact\?source=pricing&tier=Moonshot/,
  },
];

for (const { what, from, link, to } of sampleOf('clicked links', LINKS, 3)) {
  test(`clicks on a link in ${what} open its page once`, async ({ page }) => {
    const devTools = await slowDown(page);
    await openUntilPainted(page, from);
    const entries = await page.evaluate(() => history.length);
    const target = page.locator(link).filter({ visible: true }).first();
    await clickSteadily(devTools, target, page.waitForURL(to, { waitUntil: 'commit' }));
    await wholePageAnswers(page);
    await expect(page).toHaveURL(to);
    expect(await page.evaluate(() => history.length)).toBe(entries + 1);
  });
}

test(`clicks on a link that will open a dialog open its page once, while no script has arrived${oneRunIn(4, 'no script yet')}`, async ({
  page,
}) => {
  const devTools = await slowDown(page);
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  await page.route(/\.js$/, async (route) => {
    await left;
    await route.continue();
  });
  await openUntilPainted(page, '/data-refinement');
  const entries = await page.evaluate(() => history.length);
  const target = page.locator('main a[href*="source=data-refinement"]').filter({ visible: true }).first();
  const contactPage = page.waitForURL(/\/contact\?source=data-refinement/, { waitUntil: 'commit' });
  await clickSteadily(devTools, target, contactPage.then(leave));
  await wholePageAnswers(page);
  expect(await page.evaluate(() => [history.length, window.dialogs])).toEqual([entries + 1, 0]);
});

test(`clicks on the link to see prices lead to the form${oneRunIn(4, 'locked price')}`, async ({ page }) => {
  const devTools = await slowDown(page);
  await openUntilPainted(page, '/pricing');
  const control = page.getByRole('link', { name: 'Book a Demo to See Pricing' });
  const form = page.getByTestId('marketing:contact-form');
  await clickSteadily(devTools, control, form.waitFor());
  await expect(form).toHaveCount(1);
});

test(`clicks on the link to see prices that come with its code open one dialog${oneRunIn(4, 'code')}`, async ({
  page,
}) => {
  const devTools = await slowDown(page);
  await openUntilPainted(page, '/pricing');
  const control = page.getByRole('link', { name: 'Book a Demo to See Pricing' });
  await answering(control);
  await clickSteadily(devTools, control, page.getByRole('dialog').waitFor());
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('dialog').getByTestId('marketing:contact-form')).toBeVisible();
  expect(await page.evaluate(() => window.dialogs)).toBe(1);
});

test(`clicks on a button of the footer open one dialog${oneRunIn(4, 'footer')}`, async ({ page }) => {
  const devTools = await slowDown(page);
  await openUntilPainted(page, '/');
  const button = page.getByRole('button', { name: 'Partner Program' });
  await clickSteadily(devTools, button, page.getByRole('dialog').waitFor());
  await hydrated(page);
  await expect(page.getByRole('dialog').getByLabel('Sales ID', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.dialogs)).toBe(1);
});

test('what is typed during a load stays whole, and nothing moves', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const devTools = await slowDown(page);
  await openUntilPainted(page, '/contact');
  const name = page.getByLabel('Full Name*', { exact: true });
  await name.click();
  const typed = await typeSteadily(devTools, wholePageAnswers(page));
  expect(typed).not.toBe('');
  await expect(name).toHaveValue(typed);
  await expect(name).toBeFocused();
  expect(await layoutShifts(page, LOAD_BUDGET.layoutShift)).toEqual([]);
  await page.reload();
  await expect(name).toHaveValue(typed);
});
