// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import { choose, expectFocusOn, inputNamed, press, type, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { RatesDialog } from './rates-dialog.tsx';

const rate = (validFrom: string, basisPoints: number | null, changes: object = {}) => ({
  ...{ productName: 'Moonshot', billingFrequency: 'monthly', validFrom, basisPoints },
  ...{ setBy: 'Mona Manager', setAt: '2026-10-01T10:00:00+00:00' },
  ...changes,
});
const RATES = {
  rows: [
    rate('2027-01-01', null),
    rate('2026-11-21', 1_000),
    rate('2026-01-01', 800, { setBy: null }),
    rate('2026-02-01', 750, { billingFrequency: 'annual' }),
  ],
  products: ['Accelerate Pro', 'Moonshot'],
  now: '2026-11-21T10:00:00+00:00',
};

let host: RoutedHost;
const onClose = vi.fn();
const page = document.body;
beforeEach(() => onClose.mockReset());

async function open(handlers: Handlers = {}): Promise<void> {
  host = new RoutedHost({ get_commission_rates: () => RATES, ...handlers });
  await host.mount(<RatesDialog onClose={onClose} />);
}
async function openRates(handlers: Handlers = {}): Promise<void> {
  await open(handlers);
  await untilText(page, 'In force today');
}
const sent = () => host.bodies('change-commission-rate');
const saved = (basisPoints: number | null) => () => ({ outcome: 'saved', stored: { basisPoints } });
const listed = (title: string) =>
  [...page.querySelectorAll(`section[aria-label="${title}"] li p`)].map(({ textContent }) => textContent);

test('the rates in force today, those to come and those before are told apart', async () => {
  await openRates();
  expect(listed('In force today')).toEqual([
    'Moonshot, monthly: 10 %From Nov 21, 2026. Set by Mona Manager.',
    'Moonshot, annual: 7.5 %From Feb 1, 2026. Set by Mona Manager.',
  ]);
  expect(listed('Coming')).toEqual(['Moonshot, monthly: no rateFrom Jan 1, 2027. Set by Mona Manager.']);
  expect(listed('Before')).toEqual(['Moonshot, monthly: 8 %From Jan 1, 2026. Set by a former manager.']);
});

test('a rate begins with the next month unless another day is chosen, and is sent in basis points', async () => {
  await openRates({ 'change-commission-rate': saved(725) });
  expect(inputNamed(page, 'validFrom').value).toBe('2026-12-01');
  await type(page, 'percent', ' 7.25 % ');
  await press(page, 'Save the rate');
  await expect.poll(sent).toEqual([
    {
      productName: 'Accelerate Pro',
      billingFrequency: 'monthly',
      validFrom: '2026-12-01',
      before: null,
      after: { basisPoints: 725 },
    },
  ]);
  await untilText(document.body, 'Rate saved: Accelerate Pro, monthly, from Dec 1, 2026: 7.25 %.');
  expect(onClose).toHaveBeenCalledOnce();
});

test('the rate of a listed day is changed from what was shown', async () => {
  await openRates({ 'change-commission-rate': saved(0) });
  await choose(page, 'Product', 'Moonshot');
  await choose(page, 'Billing', 'annual');
  await type(page, 'validFrom', '2026-02-01');
  await type(page, 'percent', '0');
  await press(page, 'Save the rate');
  await expect
    .poll(() => sent().at(-1))
    .toMatchObject({
      billingFrequency: 'annual',
      before: { basisPoints: 750 },
      after: { basisPoints: 0 },
    });
});

test.each(['101', '-1', 'eight', '7.555'])('a rate of %j is refused beside its field', async (text) => {
  await openRates();
  await type(page, 'percent', text);
  await press(page, 'Save the rate');
  await untilText(page, 'Write a rate from 0 to 100, such as 8 or 7.25, or none');
  expect(document.activeElement).toBe(inputNamed(page, 'percent'));
  expect(sent()).toEqual([]);
});

test.each(['', '2200-01-01'])('the day %j is refused beside its field', async (day) => {
  await openRates();
  await type(page, 'validFrom', day);
  await type(page, 'percent', '8');
  await press(page, 'Save the rate');
  await untilText(page, 'Choose a day');
  expect(sent()).toEqual([]);
});

test("'none' ends the rate before, if there is one, and an empty field ends nothing", async () => {
  await openRates({ 'change-commission-rate': saved(null) });
  await press(page, 'Save the rate');
  await untilText(page, 'Write a rate from 0 to 100, such as 8 or 7.25, or none');
  await type(page, 'percent', 'None');
  await press(page, 'Save the rate');
  await untilText(page, 'There is no rate to end on that day');
  await choose(page, 'Product', 'Moonshot');
  await type(page, 'validFrom', '2027-02-01');
  await press(page, 'Save the rate');
  await untilText(page, 'There is no rate to end on that day');
  await type(page, 'validFrom', '2026-12-01');
  await press(page, 'Save the rate');
  await expect.poll(sent).toEqual([
    {
      productName: 'Moonshot',
      billingFrequency: 'monthly',
      validFrom: '2026-12-01',
      before: null,
      after: { basisPoints: null },
    },
  ]);
  await untilText(document.body, 'Rate saved: Moonshot, monthly, from Dec 1, 2026: no rate.');
});

test('a rate is removed after a question, and not while another one is typed', async () => {
  await openRates({ 'change-commission-rate': () => ({ outcome: 'saved', stored: null }) });
  const remove = 'Remove Moonshot, monthly, from Nov 21, 2026';
  await type(page, 'percent', '9');
  await press(page, remove);
  expect(page.textContent).not.toContain('Remove this rate?');
  await type(page, 'percent', '');
  await press(page, remove);
  await untilText(page, 'Moonshot, monthly, from Nov 21, 2026: 10 %. A rate before it goes on.');
  await press(page, 'Remove the rate');
  await expect.poll(sent).toEqual([
    {
      productName: 'Moonshot',
      billingFrequency: 'monthly',
      validFrom: '2026-11-21',
      before: { basisPoints: 1_000 },
      after: null,
    },
  ]);
  await untilText(document.body, 'Rate removed');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a rate that another manager set first is told, and saving again replaces it', async () => {
  const answers = [
    { outcome: 'conflict', stored: { basisPoints: 900 } },
    { outcome: 'saved', stored: { basisPoints: 850 } },
  ];
  await openRates({ 'change-commission-rate': () => answers.shift() });
  await type(page, 'percent', '8.5');
  await press(page, 'Save the rate');
  await untilText(page, 'Another manager changed the rate of this day first. Nothing was saved.');
  expectFocusOn('Another manager');
  expect(page.querySelector('[role=dialog] dl')?.textContent).toBe(
    'Accelerate Pro, monthly, from Dec 1, 20269 %',
  );
  expect(inputNamed(page, 'percent').value).toBe('8.5');
  await press(page, 'Save the rate');
  await expect
    .poll(() => sent().at(-1))
    .toMatchObject({
      before: { basisPoints: 900 },
      after: { basisPoints: 850 },
    });
});

test('a rate that another manager changed first is removed as it is now, after it was told', async () => {
  const answers = [
    { outcome: 'conflict', stored: { basisPoints: null } },
    { outcome: 'saved', stored: null },
  ];
  await openRates({ 'change-commission-rate': () => answers.shift() });
  await press(page, 'Remove Moonshot, annual, from Feb 1, 2026');
  await press(page, 'Remove the rate');
  await untilText(page, 'Another manager changed this rate first. Nothing was removed.');
  expect(page.textContent).toContain(
    'Moonshot, annual, from Feb 1, 2026: no rate. A rate before it goes on.',
  );
  await press(page, 'Remove the rate');
  await expect.poll(() => sent().at(-1)).toMatchObject({ before: { basisPoints: null }, after: null });
});

test('while a removal is under way, no other one begins', async () => {
  await openRates({ 'change-commission-rate': () => new Promise(() => {}) });
  await press(page, 'Remove Moonshot, annual, from Feb 1, 2026');
  await press(page, 'Remove the rate');
  const question = [...page.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1);
  await act(async () => question?.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(page.textContent).not.toContain('Remove this rate?');
  await press(page, 'Remove Moonshot, monthly, from Nov 21, 2026');
  expect(page.textContent).not.toContain('Remove this rate?');
  expect(sent()).toHaveLength(1);
});

test('a failed save keeps what was typed, and a product that is gone says so', async () => {
  let fail = failsWith('unavailable');
  await openRates({ 'change-commission-rate': () => fail() });
  await type(page, 'percent', '8');
  await press(page, 'Save the rate');
  await untilText(page, 'The server cannot be reached. Please try again.');
  expect(inputNamed(page, 'percent').value).toBe('8');
  fail = failsWith('not_found');
  await press(page, 'Save the rate');
  await untilText(page, 'There is no such product any more.');
});

test('without a rate, the page says what that means', async () => {
  await open({ get_commission_rates: () => ({ ...RATES, rows: [] }) });
  await untilText(page, 'There is none, so no sale of today is compared.');
  expect(page.textContent).not.toContain('Coming');
});

test('rates cannot be set without products', async () => {
  await open({ get_commission_rates: () => ({ ...RATES, rows: [], products: [] }) });
  await untilText(page, 'There are no products yet.');
});

test('rates that could not be loaded are loaded by a retry', async () => {
  let answer: () => unknown = failsWith('internal');
  await open({ get_commission_rates: () => answer() });
  await untilText(page, 'Failed to load the rates.');
  answer = () => RATES;
  await press(page, 'Try again');
  await untilText(page, 'In force today');
});
