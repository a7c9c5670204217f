// @vitest-environment happy-dom

import type { CustomerTexts } from '@corvane/shared/contracts/backend/customers/customer-edit';
import { customerSchema } from '@corvane/shared/contracts/backend/customers/customers';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { expect, test } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import {
  buttonNamed,
  inputNamed,
  lateAnswer,
  type Mounted,
  press,
  pressEnterIn,
  type,
  untilText,
} from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { CUSTOMER_ID, customerRow } from '../customers-fixtures.ts';
import { CustomerEdit } from './customer-edit.tsx';

let mounted: Mounted;
let host: RoutedHost;

const STORED: CustomerTexts = { name: 'Ana Diaz', company: 'Acme', note: 'Likes figures' };
const EDIT = 'Edit name, company and note';

/** A server that stores the texts as the database does. */
function server(stored: CustomerTexts = STORED) {
  let kept = stored;
  return {
    texts: () => kept,
    changeTo: (texts: CustomerTexts) => {
      kept = texts;
    },
    handlers: {
      get_customer_note: () => ({ note: kept.note, updatedAt: null }),
      'edit-customer': (body) => {
        const { before, after } = body as { before: CustomerTexts; after: CustomerTexts };
        const isSame = JSON.stringify(before) === JSON.stringify(kept);
        if (isSame) kept = after;
        return { outcome: isSame ? 'saved' : 'conflict', customer: kept };
      },
    } satisfies Handlers,
  };
}

async function open(handlers: Handlers): Promise<HTMLElement> {
  host = new RoutedHost(handlers);
  mounted = await host.mount(<CustomerEdit customer={customerSchema.parse(customerRow())} />);
  return mounted.container;
}

async function edit(handlers: Handlers, texts: Partial<CustomerTexts>): Promise<HTMLElement> {
  const page = await open(handlers);
  await untilText(page, EDIT);
  await press(page, EDIT);
  for (const [field, text] of Object.entries(texts)) await type(page, field, text);
  await press(page, 'Save changes');
  return page;
}

test('name, company and note are saved in one call, and the change can be undone', async () => {
  const kept = server();
  const page = await edit(kept.handlers, { name: 'Ana Díaz', note: 'Likes figures\nCall on Monday' });
  await untilText(page, 'Changes saved');
  const saved = { name: 'Ana Díaz', company: 'Acme', note: 'Likes figures\nCall on Monday' };
  expect(host.bodies('edit-customer')).toEqual([{ customerId: CUSTOMER_ID, before: STORED, after: saved }]);
  expect(document.activeElement?.textContent).toBe(EDIT);
  await press(page, 'Undo');
  await expect.poll(() => kept.texts()).toEqual(STORED);
});

test('the form shows the stored texts and starts at its first field', async () => {
  const page = await open(server().handlers);
  await untilText(page, 'Likes figures');
  await press(page, EDIT);
  expect(document.activeElement).toBe(inputNamed(page, 'name'));
  expect(inputNamed(page, 'note').value).toBe('Likes figures');
});

test("a colleague's change is shown, and the typed text stays until the rep decides", async () => {
  const kept = server();
  const page = await open(kept.handlers);
  await untilText(page, EDIT);
  await press(page, EDIT);
  await type(page, 'name', 'Mine');
  kept.changeTo({ ...STORED, name: 'Theirs' });
  await press(page, 'Save changes');
  await untilText(page, 'These details have changed since you opened them');
  expect(page.textContent).toContain('Theirs');
  expect(inputNamed(page, 'name').value).toBe('Mine');
  expect(kept.texts().name).toBe('Theirs');
  await press(page, 'Save changes');
  await untilText(page, 'Changes saved');
  expect(kept.texts().name).toBe('Mine');
});

test('after a conflict the rep can use the stored details', async () => {
  const kept = server();
  const page = await open(kept.handlers);
  await untilText(page, EDIT);
  await press(page, EDIT);
  await type(page, 'name', 'Mine');
  kept.changeTo({ ...STORED, name: 'Theirs' });
  await press(page, 'Save changes');
  await untilText(page, 'Use the stored details');
  await expect.poll(() => buttonNamed(page, 'Use the stored details').disabled).toBe(false);
  await press(page, 'Use the stored details');
  expect(inputNamed(page, 'name').value).toBe('Theirs');
});

test('while a second save is on its way, the stored details cannot replace what it saves', async () => {
  const answers = [{ outcome: 'conflict', customer: { ...STORED, name: 'Theirs' } }, new Promise(() => {})];
  const page = await edit({ ...server().handlers, 'edit-customer': () => answers.shift() }, { name: 'Mine' });
  await untilText(page, 'Use the stored details');
  await expect.poll(() => buttonNamed(page, 'Use the stored details').disabled).toBe(false);
  await press(page, 'Save changes');
  await press(page, 'Use the stored details');
  expect(inputNamed(page, 'name').value).toBe('Mine');
  await expect.poll(() => buttonNamed(page, 'Use the stored details').disabled).toBe(true);
});

test('a note over its limit is refused beside the field, and nothing is sent', async () => {
  const page = await edit(server().handlers, { note: 'x'.repeat(10_000) });
  expect(page.textContent).toContain('Please use at most 2,000 characters');
  expect(page.textContent).toContain('10,000 of 2,000 characters.');
  expect(document.activeElement).toBe(inputNamed(page, 'note'));
  expect(host.bodies('edit-customer')).toEqual([]);
});

test("the server's error appears beside its field", async () => {
  const refuse = failsWith('invalid_request', { fields: { 'after.company': 'Please shorten this' } });
  const page = await edit({ ...server().handlers, 'edit-customer': refuse }, { company: 'Acme Inc' });
  await untilText(page, 'Please shorten this');
  expect(inputNamed(page, 'company').getAttribute('aria-invalid')).toBe('true');
});

test.each([
  ['network', 'The server cannot be reached. Please try again.'],
  ['unauthenticated', 'Your session has ended. Sign in again, then try once more.'],
  ['not_found', 'This customer is no longer yours.'],
  ['internal', 'An unexpected error occurred. Please try again.'],
] as const)('a save that fails with %s shows the error and keeps the typed text', async (code, words) => {
  const handlers = { ...server().handlers, 'edit-customer': failsWith(code) };
  const page = await edit(handlers, { name: 'Typed' });
  await untilText(page, words);
  expect(inputNamed(page, 'name').value).toBe('Typed');
});

test('a note that cannot be loaded shows an error and cannot be overwritten', async () => {
  const page = await open({ get_customer_note: failsWith('internal') });
  await untilText(page, 'Failed to load your note.');
  expect(() => buttonNamed(page, EDIT)).toThrow();
});

/** Regression: what was typed while the answer was on its way was lost when the form closed. */
test('the form cannot be changed while it is saved, and keeps the focus', async () => {
  const handlers = { ...server().handlers, 'edit-customer': () => new Promise(() => {}) };
  const page = await open(handlers);
  await untilText(page, EDIT);
  await press(page, EDIT);
  await type(page, 'note', 'Call on Monday');
  await pressEnterIn(page, 'name');
  await act(() => expect.poll(() => page.querySelector('form')?.getAttribute('aria-busy')).toBe('true'));
  expect(['name', 'company', 'note'].map((field) => inputNamed(page, field).readOnly)).toEqual([
    true,
    true,
    true,
  ]);
  expect(document.activeElement).toBe(inputNamed(page, 'name'));
});

/** Regression: the answer to a cancelled save closed the form that was opened after it. */
test('after cancelling a save, the form opens again only when its answer has arrived', async () => {
  let answer = (_saved: unknown) => {};
  const kept = server();
  const page = await edit(
    {
      ...kept.handlers,
      'edit-customer': () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    },
    { name: 'Mine' },
  );
  await press(page, 'Cancel');
  await press(page, EDIT);
  expect(page.querySelector('form')).toBeNull();
  await act(async () => answer({ outcome: 'saved', customer: { ...STORED, name: 'Mine' } }));
  await untilText(page, 'Changes saved');
  await press(page, EDIT);
  expect(page.querySelector('form')).not.toBeNull();
});

/** Regression: the form was closed, and nothing said that the texts were not saved. */
test('a conflict that arrives after Cancel opens the form again with both versions', async () => {
  const answer = lateAnswer();
  const page = await edit({ ...server().handlers, 'edit-customer': answer.handler }, { name: 'Mine' });
  await press(page, 'Cancel');
  expect(page.querySelector('form')).toBeNull();
  await answer.give({ outcome: 'conflict', customer: { ...STORED, name: 'Theirs' } });
  await untilText(page, 'These details have changed since you opened them');
  expect(page.textContent).toContain('Theirs');
  expect(inputNamed(page, 'name').value).toBe('Mine');
});

/** Regression: after the dialog itself was closed, nothing said that the texts were not saved. */
test('a conflict that arrives after the dialog was closed is told, and the typed text is kept', async () => {
  const answer = lateAnswer();
  const handlers = { ...server().handlers, 'edit-customer': answer.handler };
  await edit(handlers, { name: 'Mine' });
  await mounted.unmount();
  await answer.give({ outcome: 'conflict', customer: { ...STORED, company: 'Theirs' } });
  expect(host.toasts.at(-1)).toMatchObject({ title: 'Ana Diaz', tone: 'error' });
  const page = await open(handlers);
  await untilText(page, 'These details have changed since you opened them');
  expect([inputNamed(page, 'name').value, inputNamed(page, 'company').value]).toEqual(['Mine', 'Theirs']);
});

/** Regression: the typed text was gone. */
test('a failure that arrives after Cancel opens the form again with the typed text', async () => {
  const answer = lateAnswer();
  const page = await edit({ ...server().handlers, 'edit-customer': answer.handler }, { name: 'Mine' });
  await press(page, 'Cancel');
  await answer.give(Promise.reject(new ApiError('network', '')));
  await untilText(page, 'The server cannot be reached. Please try again.');
  expect(inputNamed(page, 'name').value).toBe('Mine');
});
