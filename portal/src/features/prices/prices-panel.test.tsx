// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import {
  choose,
  expectFocusOn,
  inputNamed,
  lateAnswer,
  press,
  pressKey,
  pressRefresh,
  stopClock,
  type,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { NOW, planRow, priceRow, pricesAnswer, SCHEDULED } from './prices-fixtures.ts';
import PricesPanel from './prices-panel.tsx';

let host: RoutedHost;

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC');
  stopClock(NOW);
});

async function open(handlers: Handlers): Promise<HTMLElement> {
  host = new RoutedHost(handlers);
  return (await host.mount(<PricesPanel />)).container;
}

const page = () => document.body;
const ONE: Handlers = { get_prices: () => pricesAnswer(planRow({ scheduled: [SCHEDULED] })) };
const NONE: Handlers = { get_prices: () => pricesAnswer(planRow()) };
const sent = () => host.bodies('change-price');
/** The button of `SCHEDULED`. */
const CANCEL = 'Cancel the price of Moonshot from Sun, Nov 22, 2026, 9:00 AM UTC';

/** Opens the form of Moonshot and types a monthly price. */
async function typeMonthly(amount: string): Promise<void> {
  await untilText(page(), 'Moonshot');
  await press(page(), 'Change the price of Moonshot');
  await type(page(), 'monthlyCents', amount);
}

test('the tab shows current prices, scheduled prices, and links to previews', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Moonshot');
  const text = panel.textContent ?? '';
  expect(text).toContain('$4,000');
  expect(text).toContain('Monthly $4,000 → $4,100');
  expect(text).toContain('By Mona Manager');
  expect(panel.querySelector('a[href^="/pricing?prices-at="]')?.getAttribute('href')).toBe(
    `/pricing?prices-at=${encodeURIComponent(SCHEDULED.validFrom)}`,
  );
});

test('a price of the next year shows the hour at which it begins', async () => {
  const plan = planRow({ scheduled: [priceRow(400_000, { validFrom: '2027-01-01T09:05:00+00:00' })] });
  const panel = await open({ get_prices: () => pricesAnswer(plan) });
  await untilText(panel, 'Moonshot');
  const inForce = panel.querySelector('table');
  expect(inForce?.textContent?.replaceAll('\u202f', ' ')).toContain('Jan 1, 2027, 9:05 AM');
});

test('a site without plans says so', async () => {
  const panel = await open({ get_prices: () => pricesAnswer() });
  await untilText(panel, 'No plans yet.');
});

test('a plan without a price says so, in the list and in its dialog', async () => {
  const panel = await open({ get_prices: () => pricesAnswer(planRow({ inForce: null })) });
  await untilText(panel, 'No price yet');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'This plan has no price yet.');
});

test('without a schedule the tab explains how to make one', async () => {
  const panel = await open(NONE);
  await untilText(panel, 'No price is scheduled.');
});

test('a failed load can be retried', async () => {
  let answers = 0;
  const panel = await open({
    get_prices: () => {
      answers += 1;
      if (answers === 1) return failsWith('internal', { status: 400 })();
      return pricesAnswer(planRow());
    },
  });
  await untilText(panel, 'Failed to load the prices.');
  await press(panel, 'Try again');
  await untilText(panel, 'Moonshot');
});

test('prices that cannot be refreshed stay and are marked, until a retry succeeds', async () => {
  const retry = lateAnswer();
  let answer: () => unknown = () => pricesAnswer(planRow());
  const panel = await open({ get_prices: () => answer() });
  await untilText(panel, '$4,000');
  answer = failsWith('internal');
  await act(() => queryClientForSession('test').refetchQueries());
  answer = retry.handler;
  await pressRefresh(panel, 'Failed to refresh the prices.');
  expect(panel.textContent).toContain('$4,000');
  await retry.give(pricesAnswer(planRow({ inForce: priceRow(410_000) })));
  await untilText(panel, '$4,100');
  expect(panel.textContent).not.toContain('Failed to refresh');
});

test('the history names who set each price', async () => {
  const ended = priceRow(390_000, {
    validFrom: '2026-10-01T09:00:00Z',
    setBy: { by: 'operator', name: null, occurredAt: '2026-10-01T09:00:00Z' },
  });
  await open({ get_prices: () => pricesAnswer(planRow({ ended: [ended] })) });
  await untilText(page(), 'Moonshot');
  await act(async () => page().querySelector<HTMLButtonElement>('[data-row-opener]')?.click());
  await untilText(page(), '$3,900 monthly');
  expect(page().textContent).toContain('Set by an operator');
});

test("a plan's own dialog leads to its change", async () => {
  await open(NONE);
  await untilText(page(), 'Moonshot');
  await act(async () => page().querySelector<HTMLButtonElement>('[data-row-opener]')?.click());
  await press(page(), 'Change the price');
  expect(inputNamed(page(), 'monthlyCents').value).toBe('4000.00');
});

test('a price is set after a confirmation with the plan, old and new amounts, and the start', async () => {
  await open({
    ...NONE,
    'change-price': () => ({
      outcome: 'saved',
      now: NOW,
      plan: planRow({ version: 'b'.repeat(32), inForce: priceRow(410_000) }),
    }),
  });
  await typeMonthly('4100');
  expect(inputNamed(page(), 'annualCents').value).toBe('40320.00');
  await press(page(), 'Continue');
  await untilText(page(), 'Change the price of Moonshot?');
  expect(page().textContent).toContain('From now on.');
  expect(page().textContent).toContain('$4,000');
  expect(page().textContent).toContain('$4,100');
  expect(page().textContent).toContain('$625 stays');
  expect(sent()).toEqual([]);
  await press(page(), 'Set this price');
  await untilText(document.body, 'Price set');
  expect(sent()).toEqual([
    {
      action: 'set',
      plan: 'moonshot',
      version: 'a'.repeat(32),
      amounts: { monthlyCents: 410_000, annualCents: 4_032_000, activationCents: 62_500 },
    },
  ]);
});

test('a price that is not set yet is previewed in a new tab, from now on or from its day', async () => {
  await open(ONE);
  const previewed = () => page().querySelector<HTMLAnchorElement>('[role=dialog] a[href^="/pricing?"]');
  await typeMonthly('4100.50');
  await press(page(), 'Continue');
  const address = () => new URLSearchParams(previewed()?.search);
  const draft = 'moonshot.410050.4032000.62500';
  expect(previewed()?.getAttribute('href')).toContain('/pricing?prices-at=2026-11-21T10');
  expect(address().get('price-draft')).toBe(draft);
  expect(previewed()?.target).toBe('_blank');
  expect(previewed()?.textContent).toBe('Preview the pricing page in a new tab');
  await press(page(), 'Back');
  await choose(page(), 'Begins', 'later');
  await type(page(), 'day', '2026-11-21');
  await type(page(), 'time', '18:30');
  await press(page(), 'Continue');
  expect(Object.fromEntries(address())).toEqual({
    'prices-at': '2026-11-21T18:30:00.000Z',
    'price-draft': draft,
  });
  expect(sent()).toEqual([]);
});

test('the pricing page shows no price of an enterprise plan, so there is no preview of one', async () => {
  await open({ get_prices: () => pricesAnswer(planRow({ isEnterprise: true })) });
  await typeMonthly('4100');
  await press(page(), 'Continue');
  await untilText(page(), 'Change the price of Moonshot?');
  expect(page().textContent).not.toContain('Preview');
});

/** Regression: Escape asked, and Cancel discarded the amounts at once. */
test('Cancel asks before it discards typed amounts', async () => {
  await open(NONE);
  await typeMonthly('4100');
  await press(page(), 'Cancel');
  await untilText(page(), 'Discard what you entered?');
  await press(page(), 'Keep editing');
  expect(inputNamed(page(), 'monthlyCents').value).toBe('4100');
});

test('a schedule is sent in UTC, and the confirmation says when the next price replaces it', async () => {
  await open({ ...ONE, 'change-price': () => new Promise(() => {}) });
  await typeMonthly('4050');
  await choose(page(), 'Begins', 'later');
  await type(page(), 'day', '2026-11-21');
  await type(page(), 'time', '18:30');
  await press(page(), 'Continue');
  await untilText(page(), 'Sat, Nov 21, 2026, 6:30 PM UTC, until Sun, Nov 22, 2026, 9:00 AM UTC');
  await press(page(), 'Schedule this price');
  await expect.poll(sent).toMatchObject([{ action: 'schedule', from: '2026-11-21T18:30:00.000Z' }]);
});

test('wrong amounts and times show errors beside their fields, and nothing is sent', async () => {
  await open(NONE);
  await typeMonthly('1.005');
  await choose(page(), 'Begins', 'later');
  await type(page(), 'day', '2026-11-20');
  await type(page(), 'time', '12:00');
  await press(page(), 'Continue');
  await untilText(page(), 'Use at most two decimals');
  expect(page().textContent).toContain('Choose a time that has not passed');
  expect(document.activeElement).toBe(inputNamed(page(), 'monthlyCents'));
  expect(sent()).toEqual([]);
});

test('if another manager was first, the second sees who changed what, and keeps the typed text', async () => {
  let answers = 0;
  await open({
    ...NONE,
    'change-price': () => {
      answers += 1;
      const plan = planRow({ version: 'b'.repeat(32), scheduled: [SCHEDULED] });
      return answers === 1
        ? {
            outcome: 'conflict',
            now: '2026-11-21T10:01:00Z',
            plan,
            lastChange: {
              event: 'price_scheduled',
              by: 'manager',
              name: 'Mona Manager',
              occurredAt: '2026-11-21T10:00:30Z',
              validFrom: SCHEDULED.validFrom,
            },
          }
        : { outcome: 'saved', now: '2026-11-21T10:02:00Z', plan };
    },
  });
  await typeMonthly('4200');
  await press(page(), 'Continue');
  await press(page(), 'Set this price');
  await untilText(page(), 'Mona Manager scheduled a price from Sun, Nov 22, 2026');
  expect(page().textContent).toContain('Nothing was saved.');
  expectFocusOn('Nothing was saved.');
  expect(inputNamed(page(), 'monthlyCents').value).toBe('4200');
  await press(page(), 'Continue');
  await press(page(), 'Set this price');
  await untilText(document.body, 'Price set');
  expect(sent()).toMatchObject([{ version: 'a'.repeat(32) }, { version: 'b'.repeat(32) }]);
});

test('a start that the server refuses shows an error beside the day', async () => {
  await open({
    ...NONE,
    'change-price': failsWith('invalid_request', { status: 400, fields: { from: 'A price already begins' } }),
  });
  await typeMonthly('4200');
  await choose(page(), 'Begins', 'later');
  await type(page(), 'day', '2026-12-01');
  await press(page(), 'Continue');
  await press(page(), 'Schedule this price');
  await untilText(page(), 'A price already begins');
  expect(page().textContent).not.toContain('Change the price of Moonshot?');
  // Later errors are shown as well.
  await type(page(), 'monthlyCents', '0');
  await press(page(), 'Continue');
  await untilText(page(), 'Enter at least $0.01');
  expect(page().textContent).not.toContain('A price already begins');
});

test('a scheduled price is cancelled after a confirmation', async () => {
  await open({ ...ONE, 'change-price': () => ({ outcome: 'saved', now: NOW, plan: planRow() }) });
  await untilText(page(), 'Moonshot');
  await press(page(), CANCEL);
  await untilText(page(), 'It would begin on Sun, Nov 22, 2026, 9:00 AM UTC.');
  await press(page(), 'Cancel this price');
  await untilText(document.body, 'Scheduled price cancelled');
  expect(sent()).toEqual([
    { action: 'cancel', plan: 'moonshot', version: 'a'.repeat(32), from: SCHEDULED.validFrom },
  ]);
});

test('after another manager cancelled the price, there is nothing left to cancel', async () => {
  const lastChange = {
    event: 'price_set',
    by: 'operator',
    name: null,
    occurredAt: '2026-11-21T10:00:30Z',
    validFrom: '2026-11-21T10:00:30Z',
  };
  await open({
    ...ONE,
    'change-price': () => ({
      outcome: 'conflict',
      now: '2026-11-21T10:01:00Z',
      plan: planRow(),
      lastChange,
    }),
  });
  await untilText(page(), 'Moonshot');
  await press(page(), CANCEL);
  await press(page(), 'Cancel this price');
  await untilText(page(), 'There is nothing left to cancel.');
  expect(page().textContent).toContain('An operator set another price');
});

/** Regression: the form that was open by then closed, and what was typed there was lost. */
test.each([
  [
    'a new price',
    'Price set',
    async () => {
      await typeMonthly('4100');
      await press(page(), 'Continue');
      await press(page(), 'Set this price');
      await press(page(), 'Back');
      await pressKey('Escape');
      await press(page(), 'Discard');
    },
  ],
  [
    'a cancellation',
    'Scheduled price cancelled',
    async () => {
      await untilText(page(), 'Moonshot');
      await press(page(), CANCEL);
      await press(page(), 'Cancel this price');
      await press(page(), 'Keep it');
    },
  ],
])('%s that is answered after its dialog was closed leaves the next one open', async (_what, title, send) => {
  const change = lateAnswer();
  await open({ ...ONE, 'change-price': change.handler });
  await send();
  await typeMonthly('4200');
  await change.give({ outcome: 'saved', now: NOW, plan: planRow({ version: 'b'.repeat(32) }) });
  await untilText(document.body, title);
  expect(inputNamed(page(), 'monthlyCents').value).toBe('4200');
});

const LATE_CONFLICT = {
  outcome: 'conflict',
  now: '2026-11-21T10:01:00Z',
  plan: planRow({ version: 'b'.repeat(32), scheduled: [SCHEDULED] }),
  lastChange: {
    event: 'price_scheduled',
    by: 'manager',
    name: 'Mona Manager',
    occurredAt: '2026-11-21T10:00:30Z',
    validFrom: SCHEDULED.validFrom,
  },
};

/** Regression: nothing said that the price was not set, and the typed amounts were gone. */
test.each([
  ['a conflict', () => LATE_CONFLICT, 'Mona Manager scheduled a price from Sun, Nov 22, 2026'],
  [
    'a failure',
    () => Promise.reject(new ApiError('network', '')),
    'The server cannot be reached. Please try again.',
  ],
])(
  '%s that arrives after the form was closed is told, and the amounts are kept',
  async (_what, answer, words) => {
    const change = lateAnswer();
    await open({ ...NONE, 'change-price': change.handler });
    await typeMonthly('4200');
    await press(page(), 'Continue');
    await press(page(), 'Set this price');
    await press(page(), 'Back');
    await pressKey('Escape');
    await press(page(), 'Discard');
    await change.give(answer());
    await untilText(page(), `Change the price of Moonshot: ${words}`);
    await press(page(), 'Change the price of Moonshot');
    expect(inputNamed(page(), 'monthlyCents').value).toBe('4200');
    expect(page().textContent).toContain(words);
  },
);

/** Regression: nothing said that the price was not cancelled. */
test('a conflict that arrives after the question about a cancellation was closed is told', async () => {
  const change = lateAnswer();
  await open({ ...ONE, 'change-price': change.handler });
  await untilText(page(), 'Moonshot');
  await press(page(), CANCEL);
  await press(page(), 'Cancel this price');
  await press(page(), 'Keep it');
  await change.give(LATE_CONFLICT);
  await untilText(document.body, 'Nothing was saved.');
});
