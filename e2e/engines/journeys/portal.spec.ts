import { sampleOf } from '@corvane/tools/machine/sample';
import { oneRunIn } from '../../in-turn.ts';
import { expect, test, WIDTHS_PX } from '../engine-test.ts';
import { differenceOfShapes, distanceFromStyle, pictureOf } from '../picture.ts';
import { until } from '../until.ts';
import type { Visitor } from '../visitor.ts';

const COMMISSIONS = '/sales-portal?tab=commissions&range=all';
const CUSTOMERS = '/sales-portal?tab=customers';

async function hindrances(visitor: Visitor): Promise<Record<number, string[]>> {
  const all: Record<number, string[]> = {};
  for (const width of WIDTHS_PX) {
    await visitor.resize(width);
    await visitor.seesAll();
    const found = await visitor.hindrances();
    if (found.length > 0) all[width] = found;
  }
  return all;
}

test('a click on the text of a tab opens it', async ({ rep }) => {
  await rep.resize(1440);
  await rep.open('/sales-portal');
  await rep.sees('Send Verification Code');
  await rep.click('My Commissions');
  await rep.sees('Total Sales Value');
  await rep.isAt('/sales-portal?tab=commissions');
  await rep.click('Customers');
  await rep.sees('Prices seen');
  await rep.isAt(CUSTOMERS);
  await rep.click('Qualify Customers');
  await rep.sees('Send Verification Code');
});

const TABS = [
  ['Qualify Customers', '/sales-portal'],
  ['My Commissions', COMMISSIONS],
  ['Customers', CUSTOMERS],
] as const;

for (const [tab, path] of sampleOf('tabs of engines', TABS, 3)) {
  test(`${tab} fits the window, and each control can be clicked in its middle`, async ({ rep }) => {
    await rep.open(path);
    expect(await hindrances(rep)).toEqual({});
  });
}

/** Text that opens a dialog. Where it is data, it is read from the page. */
const DIALOGS = [
  { path: COMMISSIONS, opener: '[data-row-opener] span', title: 'How this was calculated' },
  { path: CUSTOMERS, opener: '[data-row-opener] span', title: null },
  { path: CUSTOMERS, opener: 'Revoke', title: null },
  { path: CUSTOMERS, opener: 'Extend', title: null },
  { path: '/sales-portal', opener: 'Find', title: 'Find' },
];

for (const { path, opener, title } of sampleOf('dialogs of engines', DIALOGS, 5)) {
  test(`${path}: the dialog behind ${opener} can be used at every width; Escape returns the focus`, async ({
    rep,
  }) => {
    await rep.resize(1440);
    await rep.open(path);
    await rep.seesAll();
    const words = opener.startsWith('[') ? await rep.wordsOf(opener) : opener;
    await rep.click(words);
    await rep.seesDialog(title);
    expect(await hindrances(rep)).toEqual({});
    await rep.press('Escape');
    await rep.seesNoDialog();
    await rep.hasFocusAround(words);
  });
}

test(`Back closes an untouched dialog, and asks before it discards something typed${oneRunIn(3, 'Back in engines')}`, async ({
  rep,
}) => {
  const goBack = () => rep.driver.evaluate(() => history.back());
  const question = '[role=dialog][aria-describedby]';
  await rep.resize(1440);
  await rep.open(CUSTOMERS);
  await rep.seesAll();
  const customer = await rep.wordsOf('[data-row-opener] span');
  await rep.click(customer);
  await rep.seesDialog(null);
  await goBack();
  await rep.seesNoDialog();

  await rep.click(customer);
  await rep.click('Edit name, company and note');
  await rep.click('Private note');
  await rep.driver.type('half a thought');
  await goBack();
  await rep.canClick('Keep editing', question);
  await rep.press('Escape');
  await rep.cannotSee('Keep editing', question);
  expect(await rep.valueOf('Private note')).toContain('half a thought');
  await goBack();
  await rep.click('Discard', question);
  await rep.seesNoDialog();
  await rep.isAt(CUSTOMERS);
});

test(`an option of the product menu is chosen by a click on its text${oneRunIn(3, 'product menu')}`, async ({
  rep,
}) => {
  await rep.resize(1440);
  await rep.open(COMMISSIONS);
  await rep.seesAll();
  await rep.click('All products');
  const product = await rep.wordsOf('fieldset label:has(input[type=checkbox])');
  await rep.click(product, 'fieldset:has(input[type=checkbox])');
  await until('the product in the address', () =>
    rep.driver.evaluate((name) => new URL(location.href).searchParams.get('product') === name, product),
  );
});

test(`an empty date field does not look as if it contained a date${oneRunIn(3, 'empty date')}`, async ({
  rep,
}) => {
  await rep.resize(1440);
  await rep.open(COMMISSIONS);
  await rep.seesAll();
  const field = 'input[type=date]';
  const empty = await pictureOf(rep.driver, field);
  const today = await rep.driver.evaluate(() => {
    const now = new Date();
    // Formatted by hand: no locale has this form in every engine.
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  });
  await rep.open(`${COMMISSIONS}&from=${today}`);
  await until('the day in its field', () =>
    rep.driver.evaluate(
      (day) => document.querySelector<HTMLInputElement>('input[type=date]')?.value === day,
      today,
    ),
  );
  const filled = await pictureOf(rep.driver, field);
  expect(differenceOfShapes(empty, filled)).toBeGreaterThan(50);
});

for (const theme of ['Light', 'Dark']) {
  test(`selects are painted with their styled colors in the theme ${theme}${oneRunIn(5, theme)}`, async ({
    rep,
  }) => {
    await rep.resize(1440);
    await rep.open('/sales-portal');
    await chooseTheme(rep, theme);
    await rep.open(COMMISSIONS);
    await rep.seesAll();
    const shown = await rep.driver.evaluate(() =>
      [...document.querySelectorAll('main select')].flatMap((select, index) =>
        select.checkVisibility() ? [index] : [],
      ),
    );
    expect(shown.length).toBeGreaterThan(2);
    for (const index of shown) {
      const picture = await pictureOf(rep.driver, 'main select', index);
      expect(distanceFromStyle(picture), `choice ${index}`).toBeLessThan(12);
    }
    await rep.open('/sales-portal');
    await chooseTheme(rep, 'System');
  });
}

async function chooseTheme(visitor: Visitor, theme: string): Promise<void> {
  await visitor.click('Menu');
  await visitor.choose('Theme', theme);
  await visitor.press('Escape');
}
