import { sampleOf } from '@corvane/tools/machine/sample';
import type { Locator, Page } from '@playwright/test';
import { accessLabel, expect, test } from '../../browser.ts';
import { overflowPx } from '../../looks/axe.ts';
import { addRep } from '../../ops.ts';
import { addCustomer, type OwnCustomer, openPortalAs, ownRep } from '../../portal/own-rep.ts';
import { expectAccessible } from '../../portal/portal.ts';
import { readRows, stack, updateRow } from '../../stack.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Each has 100 characters. Only the first can break across lines. */
const NAMES = [
  ['Latin letters with spaces', 'Anne-Sophie de la Fontaine '.repeat(4).slice(0, 99).concat('x')],
  ['one word', 'Llanfairpwllgwyngyll'.repeat(5)],
  ['Arabic', 'محمدعبدالرحمن'.repeat(8).slice(0, 100)],
  ['Chinese', '歐陽修司馬光諸葛亮上官'.repeat(10).slice(0, 100)],
  ['Thai', 'กรุงเทพมหานคร'.repeat(8).slice(0, 100)],
] as const;

const WIDTHS = [360, 768, 1440];

async function expectFits(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // A face that arrives a moment later is narrower or wider.
    await expect.poll(() => page.evaluate(overflowPx), `at ${width} px`).toBe(0);
    await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  }
}

/** The texts that go on past the right edge of a dialog, where they are cut off. */
function pastEdgeOf(dialog: Locator): Promise<(string | null)[]> {
  return dialog.evaluate((box) => {
    const edge = box.getBoundingClientRect().right + 1;
    return [...box.querySelectorAll('h2, dt, dd, p')]
      .filter((part) => {
        const text = document.createRange();
        text.selectNodeContents(part);
        return text.getBoundingClientRect().right > edge;
      })
      .map((part) => part.textContent);
  });
}

/** Whether a link of a plan, and its text, end where the plan's column ends. */
function isInsideColumn(link: Element): boolean {
  const edge = link.closest('li')?.getBoundingClientRect().right ?? 0;
  return link.getBoundingClientRect().right <= edge && link.scrollWidth <= link.clientWidth;
}

async function openAsCustomer(page: Page, { token }: OwnCustomer): Promise<void> {
  await page.goto(`/comparison?access=${token}`);
  await page.getByRole('button', { name: 'See prices' }).click();
  await expect(accessLabel(page, 'Premium Access')).toBeVisible();
  // They take the focus when their prices arrive, which closes what was opened.
  await expect(page.locator('#plans-title')).toBeFocused();
}

for (const [script, name] of sampleOf('long names', NAMES, 5)) {
  test(`a name of 100 characters fits every screen: ${script}`, async ({ page, browser }) => {
    expect([...name]).toHaveLength(100);
    const rep = await addRep(name);
    const customer = await addCustomer(rep.id);
    await updateRow('qualified_leads', customer.customerId, { name, company: name });

    const portal = await (await browser.newContext({ baseURL: stack.url })).newPage();
    await openPortalAs(portal, { salesId: rep.salesId }, '?tab=customers');
    await expect(portal.getByRole('table').getByText(name).first()).toBeVisible();
    await expectFits(portal);
    await portal.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    const dialog = portal.getByRole('dialog', { name });
    await expect(dialog).toBeVisible();
    for (const width of WIDTHS) {
      await portal.setViewportSize({ width, height: 800 });
      await expect.poll(() => pastEdgeOf(dialog), `at ${width} px`).toEqual([]);
    }
    await expectAccessible(portal);

    await openAsCustomer(page, customer);
    await expect(page.getByTestId('marketing:access')).toContainText(`Your representative is ${name}`);
    await expectFits(page);
    await page.getByTestId('host:access-badge').locator('summary').click();
    await expect(
      page.getByTestId('host:access-badge').getByRole('link', { name: /colleague/ }),
    ).toBeVisible();
    await expectFits(page);
    await page.getByTestId('host:access-badge').locator('summary').click();
    const ask = page.getByRole('link', { name: `Ask ${name} about Foundation+`, exact: true });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => ask.evaluate(isInsideColumn), `at ${width} px`).toBe(true);
    }
    await ask.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Ask ${name}`);
    await expect(page.getByLabel('Full Name*', { exact: true })).toHaveValue(name);
    await expectFits(page);
  });
}

test('a representative without a name is shown as the email address, once in each place', async ({
  page,
  browser,
}) => {
  const rep = await addRep('Blank');
  await updateRow('sales_representatives', rep.id, { name: ' ' });
  const customer = await addCustomer(rep.id);

  const portal = await (await browser.newContext({ baseURL: stack.url })).newPage();
  await openPortalAs(portal, rep);
  await expect(portal.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${rep.email}`);
  await expect(portal.getByText(rep.email)).toHaveCount(1);

  await openAsCustomer(page, customer);
  const note = page.getByTestId('marketing:access');
  await expect(note).toContainText(`Your representative is ${rep.email}.`);
  await expect(note.getByRole('link', { name: `Ask ${rep.email} for more time` })).toBeVisible();
  await expect(page.getByTestId('host:access-badge').locator('summary')).toContainText(`· ${rep.email}`);
});

test('a link opened by its representative warns that their session ends, and counts only after the button is pressed', async ({
  page,
}) => {
  const rep = await ownRep();
  const customer = await addCustomer(rep.id);
  await openPortalAs(page, rep);
  await page.goto(`/comparison?access=${customer.token}`);
  const dialog = page.getByRole('dialog', { name: 'Customer Access' });
  await expect(dialog).toHaveAccessibleDescription(/You are signed in as a sales representative/);
  await expect(dialog).toHaveAccessibleDescription(/the link counts as opened by your customer/);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(accessLabel(page, 'Demo Mode')).toBeVisible();
  const [stored] = await readRows('qualified_leads', { id: customer.customerId });
  expect(stored).toMatchObject({ has_accessed: false });
});
