import { randomUUID } from 'node:crypto';
import { sampleOf } from '@corvane/tools/machine/sample';
import type { Page } from '@playwright/test';
import { expect, facesArrived, hydrated, test } from '../../browser.ts';
import { LOAD_BUDGET } from '../../budgets.ts';
import { layoutShifts, watchLayoutShifts } from '../../measures/layout-shifts.ts';
import { readRows } from '../../stack.ts';

// The host's script arrives, and no file of the remote does.
test.use({ allowProblems: /.*/, viewport: { width: 360, height: 740 } });

const MARKETING_SCRIPT = /\/remotes\/marketing\/.*\.js(\?.*)?$/;

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const notice = (page: Page) => page.getByTestId('host:static-page');

test('who types when the code of the page fails goes on typing at the same place, and sends the form', async ({
  page,
}) => {
  await watchLayoutShifts(page);
  let fail = () => {};
  const isTyped = new Promise<void>((done) => {
    fail = done;
  });
  await page.route(MARKETING_SCRIPT, (route) => isTyped.then(() => route.abort()));
  await page.goto('/contact');
  const email = `${randomUUID()}@no-remote.example`;
  await field(page, 'Full Name*').fill('Nora Noremote');
  await field(page, 'Email Address*').fill(email);
  await field(page, 'Company*').fill('Half a Page');
  const message = field(page, 'Message (Optional)');
  await message.fill('Two words');
  await message.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 3));
  await facesArrived(page);
  const before = await message.boundingBox();

  fail();
  await expect(notice(page)).toBeVisible();
  expect(await message.boundingBox()).toEqual(before);
  expect(await layoutShifts(page, LOAD_BUDGET.layoutShift)).toEqual([]);
  await expect(message).toBeFocused();
  await page.keyboard.type('Five');
  await expect(message).toHaveValue('Five words');

  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page).toHaveURL('/contact#sent');
  expect(await readRows('contact_submissions', { email })).toMatchObject([
    { company: 'Half a Page', message: 'Five words' },
  ]);
});

for (const { width, height } of sampleOf(
  'covered by the notice',
  [
    { width: 360, height: 740 },
    { width: 1280, height: 720 },
  ],
  2,
)) {
  test(`the notice covers nothing that has the focus, nor the end of the page: ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.route(MARKETING_SCRIPT, (route) => route.abort());
    await page.goto('/contact');
    await expect(notice(page)).toBeVisible();
    await expect(notice(page)).toBeInViewport({ ratio: 1 });
    const top = (await notice(page).boundingBox())?.y ?? 0;
    const last = page.getByTestId('host:footer').getByRole('link').last();
    const covered: string[] = [];
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.locator(':focus').evaluate(async (element) => {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        return {
          isInNotice: element.closest('[data-testid="host:static-page"]') !== null,
          bottom: element.getBoundingClientRect().bottom,
          html: element.outerHTML.slice(0, 80),
        };
      });
      if (!focused.isInNotice && focused.bottom > top) covered.push(focused.html);
      if (await last.evaluate((link) => link === document.activeElement)) break;
    }
    await expect(last).toBeFocused();
    expect(covered).toEqual([]);
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const footer = await page.getByTestId('host:footer').boundingBox();
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top + 1);
  });
}

test('a retry keeps what is typed', async ({ page }) => {
  await page.route(MARKETING_SCRIPT, (route) => route.abort());
  await page.goto('/contact');
  await expect(notice(page)).toBeVisible();
  await field(page, 'Company*').fill('Half a Page');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await notice(page).getByRole('button', { name: 'Try again' }).click();
  await expect(notice(page)).toHaveCount(0);
  await hydrated(page);
  await expect(field(page, 'Company*')).toHaveValue('Half a Page');
});
