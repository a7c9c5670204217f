// @vitest-environment happy-dom

import { openedPersonSchema } from '@corvane/shared/contracts/backend/people/people';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import {
  buttonNamed,
  inputNamed,
  lateAnswer,
  type Mounted,
  press,
  pressKey,
  type,
  untilText,
} from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import {
  ADA,
  CUSTOMER_ID,
  customerData,
  erasedAnswer,
  MENTION,
  openedPerson,
  repData,
} from '../people-fixtures.ts';
import { CorrectCustomer } from './correct-dialog.tsx';
import { EraseDialog } from './erase-dialog.tsx';

let mounted: Mounted;
let host: RoutedHost;
const onClose = vi.fn();

beforeEach(() => onClose.mockReset());

async function open(handlers: Handlers = {}, stored: object = openedPerson()): Promise<void> {
  host = new RoutedHost(handlers);
  mounted = await host.mount(
    <EraseDialog person={openedPersonSchema.parse(stored)} onErased={() => {}} onClose={onClose} />,
  );
}

/** Dialogs are outside the mounted container. */
const page = () => document.body;
const changes = () => host.bodies('change-person');

test('a double press erases once', async () => {
  await open({ 'change-person': () => new Promise(() => {}) });
  await type(page(), 'address', ADA);
  await act(async () => {
    buttonNamed(page(), 'Erase for good').click();
    buttonNamed(page(), 'Erase for good').click();
  });
  expect(changes()).toHaveLength(1);
});

test.each([
  [repData(), 'This person can sign in as a representative.'],
  [repData({ disabledAt: '2026-11-20T09:00:00+00:00' }), 'still has 2 customers'],
])(
  'a representative who can sign in or has customers cannot be erased, and the reason is shown first',
  async (representative, words) => {
    await open({}, openedPerson({ representative, customer: customerData() }));
    await untilText(page(), words);
    expect(document.querySelector('[name=address]')).toBeNull();
  },
);

test('a representative who got a customer meanwhile is not erased, and the answer gives the reason', async () => {
  const words = 'This representative still has customers. Hand them over first.';
  await open({
    'change-person': () => Promise.reject(new ApiError('invalid_request', words, { status: 409 })),
  });
  await type(page(), 'address', ADA);
  await press(page(), 'Erase for good');
  await untilText(page(), words);
  expect(host.toasts).toEqual([]);
});

test('a typed address is not discarded without a question', async () => {
  await open();
  await type(page(), 'address', 'ada@');
  await pressKey('Escape');
  expect(page().textContent).toContain('Discard what you entered?');
  await press(page(), 'Keep editing');
  expect(inputNamed(page(), 'address').value).toBe('ada@');
  await type(page(), 'address', '');
  await pressKey('Escape');
  expect(onClose).toHaveBeenCalledOnce();
});

test('an erasure of many texts is done in steps, and one that fails says how far it came', async () => {
  const late = lateAnswer();
  const answers = [
    () => ({ outcome: 'erasing', redacted: 200, unread: 1_300 }),
    late.handler,
    () => ({ outcome: 'erasing', redacted: 1_400, unread: 100 }),
    () => erasedAnswer({ redacted: 1_500 }),
  ];
  await open({ 'change-person': () => answers.shift()?.() });
  await type(page(), 'address', ADA);
  await press(page(), 'Erase for good');
  await untilText(page(), 'the person is out of 200 records of others, and still stored.');
  await untilText(page(), 'At most 1,300 more records to read.');
  await late.give(Promise.resolve().then(failsWith('network')));
  await untilText(page(), 'The server cannot be reached.');
  await untilText(page(), 'Not finished');
  expect(host.toasts).toEqual([]);
  await press(page(), 'Erase for good');
  await untilText(page(), '1,500 texts of others changed');
  expect(new Set(changes().map((body) => JSON.stringify(body))).size).toBe(1);
  expect(changes()).toHaveLength(4);
});

/** Regression: only the first 50 texts decided whether the name could be kept. */
test('the name can be kept even if only a text that is not listed yet has it', async () => {
  const address = { ...MENTION, hasName: false, text: 'Call ada@engine.example' };
  const stored = {
    ...openedPerson({}, [address]),
    mentions: { texts: [address], unread: 60, next: '4 contact_request x' },
  };
  const more = { ...MENTION, id: CUSTOMER_ID, hasAddress: false, text: 'Ask Ada Lovelace' };
  await open(
    {
      'read-people': () => ({
        outcome: 'mentioned',
        mentions: { texts: [more], unread: 0, next: null },
      }),
    },
    stored,
  );
  expect(document.activeElement).toBe(inputNamed(page(), 'address'));
  expect(page().textContent).toContain('The same is done in at most 60 more records that were not read yet');
  expect(inputNamed(page(), 'takesNames').checked).toBe(true);
  await untilText(page(), '1 text shown. At most 60 more records to read.');
  await press(page(), 'Load more');
  await untilText(page(), 'Ask Ada Lovelace');
  await untilText(page(), '2 texts shown');
  expect(host.bodies('read-people')).toEqual([
    { action: 'mentions', email: ADA, after: '4 contact_request x' },
  ]);
});

test('the choice to keep the name is not discarded without a question', async () => {
  await open({}, openedPerson({}, [MENTION]));
  await act(async () => inputNamed(page(), 'takesNames').click());
  await pressKey('Escape');
  expect(page().textContent).toContain('Discard what you entered?');
  expect(onClose).not.toHaveBeenCalled();
});

/** Regression: an erasure dropped what was typed about other people. */
test('an erasure drops what closed forms keep about the person, and nothing else', async () => {
  const correct = async (id: string, typed: string | null) => {
    const { customer } = openedPersonSchema.parse(openedPerson({ customer: customerData({ id }) }));
    const late = lateAnswer();
    host = new RoutedHost({ 'change-person': late.handler });
    if (customer !== null)
      mounted = await host.mount(<CorrectCustomer customer={customer} onClose={onClose} />);
    const { value } = inputNamed(page(), 'name');
    if (typed !== null) {
      await type(page(), 'name', typed);
      await press(page(), 'Save correction');
    }
    await mounted.unmount();
    if (typed !== null) await late.give(Promise.reject(new Error('offline')));
    return value;
  };
  const other = CUSTOMER_ID.replace('c1', 'c2');
  await correct(CUSTOMER_ID, 'Ada Byron');
  await correct(other, 'Grace Hopper');
  await open(
    { 'change-person': () => erasedAnswer({}) },
    openedPerson({ customer: customerData(), representative: null }),
  );
  await type(page(), 'address', ADA);
  await press(page(), 'Erase for good');
  await untilText(document.body, 'Erased');
  await mounted.unmount();
  expect(await correct(CUSTOMER_ID, null)).toBe('Ada Lovelace');
  expect(await correct(other, null)).toBe('Grace Hopper');
});
