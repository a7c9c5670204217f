// @vitest-environment happy-dom

import { listedRepSchema } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { formatDeadline } from '@corvane/shared/lib/instants';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import { choose, lateAnswer, type Mounted, press, pressKey, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { CHOICES, CUSTOMER, HEIR, ROBIN_ID, repRow } from '../reps-fixtures.ts';
import { HandoverDialog } from './handover-dialog.tsx';

const NOOR_ID = '00000000-0000-4000-8000-0000000000d3';
const UNDO_UNTIL = '2026-11-22T09:00:00+00:00';

let mounted: Mounted;
let host: RoutedHost;
const onClose = vi.fn();

beforeEach(() => onClose.mockReset());

async function open(handlers: Handlers = {}): Promise<void> {
  host = new RoutedHost({
    get_handover_choices: () => CHOICES,
    get_reps_for_assignment: () => [
      HEIR,
      { ...HEIR, id: NOOR_ID, name: 'Noor Third' },
      { ...HEIR, id: ROBIN_ID, name: 'Robin Vale' },
    ],
    ...handlers,
  });
  mounted = await host.mount(<HandoverDialog rep={listedRepSchema.parse(repRow())} onClose={onClose} />);
}

/** Dialogs are outside the mounted container. */
const page = () => document.body;
const tick = (text: string) =>
  act(async () =>
    [...page().querySelectorAll('label')]
      .find(({ textContent }) => textContent?.includes(text))
      ?.querySelector('input')
      ?.click(),
  );

test('a handover of all sends the shown numbers, and a change since then is reported', async () => {
  let answer: unknown = { outcome: 'changed', missing: [], customers: 11, requests: 3 };
  await open({ 'hand-over-customers': () => answer });
  await untilText(page(), 'All: 12 customers and 3 open requests');
  await press(page(), 'Hand over');
  await untilText(page(), 'Please choose who gets them.');
  await choose(page(), 'To', HEIR.id);
  await press(page(), 'Hand over');
  await untilText(page(), 'There are 11 customers and 3 open requests now. Nothing was handed over.');
  answer = { outcome: 'handed_over', id: ROBIN_ID, count: 12, requests: 3, undoUntil: UNDO_UNTIL };
  await press(page(), 'Hand over');
  await untilText(page(), 'Handed over: ');
  const [first, second] = host.bodies('hand-over-customers') as { handoverId: string }[];
  expect(first).toMatchObject({ expected: { customers: 12, requests: 3 }, toRepId: HEIR.id });
  expect(second?.handoverId).not.toBe(first?.handoverId);
});

test('the dialog says that a handover was undone while its answer was lost, and the next press starts a new one', async () => {
  let answer: unknown = { outcome: 'undone', id: ROBIN_ID, count: 12, requests: 3, kept: [] };
  await open({ 'hand-over-customers': () => answer });
  await untilText(page(), 'All: 12 customers and 3 open requests');
  await choose(page(), 'To', HEIR.id);
  await press(page(), 'Hand over');
  await untilText(page(), 'This handover was undone since. Press the button again to hand over once more.');
  answer = { outcome: 'handed_over', id: ROBIN_ID, count: 12, requests: 3, undoUntil: UNDO_UNTIL };
  await press(page(), 'Hand over');
  await untilText(page(), 'Handed over: ');
  const [first, second] = host.bodies('hand-over-customers') as { handoverId: string }[];
  expect(second?.handoverId).not.toBe(first?.handoverId);
});

test('chosen items are handed over by id', async () => {
  await open({
    'hand-over-customers': () => ({
      outcome: 'handed_over',
      id: ROBIN_ID,
      count: 1,
      requests: 0,
      undoUntil: UNDO_UNTIL,
    }),
  });
  await untilText(page(), 'Chosen ones');
  await choose(page(), 'To', HEIR.id);
  await tick('Chosen ones');
  await press(page(), 'Hand over');
  await untilText(page(), 'Please choose what to hand over.');
  // No customer is chosen, so there is none to tell.
  expect(page().textContent).not.toContain('Tell customers');
  await tick(CUSTOMER.name);
  await tick('Tell customers whose link works, by mail');
  await press(page(), 'Hand over');
  await untilText(page(), `You can undo it until ${formatDeadline(UNDO_UNTIL)}.`);
  expect(host.bodies('hand-over-customers')).toEqual([
    expect.objectContaining({ customerIds: [CUSTOMER.id], requestIds: [], tellsCustomers: true }),
  ]);
});

test('all is split among several people, at least two, and the same again after a lost answer is the same', async () => {
  let answer: unknown = failsWith('unavailable');
  await open({ 'hand-over-customers': (asked) => (typeof answer === 'function' ? answer(asked) : answer) });
  await untilText(page(), 'All, split evenly');
  await tick('All, split evenly');
  await tick(HEIR.name);
  await press(page(), 'Hand over');
  await untilText(page(), 'Please choose 2 to 20 people.');
  await tick('Noor Third');
  await tick('Tell customers whose link works, by mail');
  await press(page(), 'Hand over');
  await act(() => expect.poll(() => host.bodies('hand-over-customers')).toHaveLength(1));
  answer = { outcome: 'handed_over', id: ROBIN_ID, count: 12, requests: 3, undoUntil: UNDO_UNTIL };
  await press(page(), 'Hand over');
  await untilText(
    page(),
    'Handed over: 12 customers and 3 open requests of Robin Vale split among Heidi Heir and Noor Third.',
  );
  const [first, second] = host.bodies('hand-over-customers');
  expect(first).toMatchObject({
    action: 'split',
    fromRepId: ROBIN_ID,
    parts: [{ toRepId: HEIR.id }, { toRepId: NOOR_ID }],
    expected: { customers: 12, requests: 3 },
    tellsCustomers: true,
  });
  expect(second).toEqual(first);
});

/** Regression: the numbers were part of what was repeated. They have changed, because the first request was done. */
test.each(['All: 12', 'Chosen ones'])(
  'after a lost answer, the same request goes out again: %s',
  async (way) => {
    let [answer, choices]: unknown[] = [failsWith('unavailable'), CHOICES];
    await open({
      'hand-over-customers': (asked) => (typeof answer === 'function' ? answer(asked) : answer),
      get_handover_choices: () => choices,
    });
    await untilText(page(), way);
    await choose(page(), 'To', HEIR.id);
    await tick(way);
    if (way === 'Chosen ones') await tick(CUSTOMER.name);
    await tick('Tell customers whose link works, by mail');
    choices = { customers: [], requests: [], customerCount: 0, requestCount: 0 };
    await press(page(), 'Hand over');
    await untilText(page(), 'All: 0 customers');
    answer = { outcome: 'handed_over', id: ROBIN_ID, count: 12, requests: 3, undoUntil: UNDO_UNTIL };
    await press(page(), 'Hand over');
    await untilText(page(), 'Handed over: ');
    const [first, second] = host.bodies('hand-over-customers');
    expect(second).toEqual(first);
  },
);

test('a request is chosen and left out again, and the server names who cannot get it', async () => {
  await open({
    'hand-over-customers': failsWith('invalid_request', { fields: { toRepId: 'Noor was disabled.' } }),
  });
  await untilText(page(), 'Chosen ones');
  await choose(page(), 'To', HEIR.id);
  await tick('Chosen ones');
  await tick('Vera Visitor');
  await tick(CUSTOMER.name);
  await tick('Tell customers whose link works, by mail');
  await tick(CUSTOMER.name);
  await press(page(), 'Hand over');
  await untilText(page(), 'Noor was disabled.');
  expect(host.bodies('hand-over-customers')).toMatchObject([
    { customerIds: [], requestIds: [CHOICES.requests[0]?.id] },
  ]);
  expect(host.bodies('hand-over-customers')[0]).not.toHaveProperty('tellsCustomers');
});

test.each([
  [{ customers: [], customerCount: 0 }, 'None.'],
  [{ customers: [] }, 'None matches.'],
])('what can be chosen: %s', async (changes, words) => {
  await open({ get_handover_choices: () => ({ ...CHOICES, ...changes }) });
  await untilText(page(), 'Chosen ones');
  await tick('Chosen ones');
  await untilText(page(), words);
});

test.each([
  ['the new representative', () => choose(page(), 'To', HEIR.id)],
  ['what to hand over', () => tick('Chosen ones')],
])('a handover in which only %s was chosen asks before it closes', async (_what, change) => {
  await open();
  await untilText(page(), 'All: 12 customers and 3 open requests');
  await change();
  await pressKey('Escape');
  expect(page().textContent).toContain('Discard what you entered?');
  expect(onClose).not.toHaveBeenCalled();
  await press(page(), 'Discard');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a handover that is as it was opened closes without a question', async () => {
  await open();
  await untilText(page(), 'All: 12 customers and 3 open requests');
  await choose(page(), 'To', HEIR.id);
  await choose(page(), 'To', '');
  await pressKey('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

test('what was chosen for a handover that failed after it was closed is there at the next opening', async () => {
  const late = lateAnswer();
  await open({ 'hand-over-customers': late.handler });
  await untilText(page(), 'Chosen ones');
  await choose(page(), 'To', HEIR.id);
  await tick('Chosen ones');
  await tick(CUSTOMER.name);
  await press(page(), 'Hand over');
  await mounted.unmount();
  await late.give(Promise.reject(new Error('offline')));
  expect(host.toasts.at(-1)?.description).toContain('What you entered is kept');
  await open();
  await untilText(page(), 'Customers 1 of 12 chosen');
});
