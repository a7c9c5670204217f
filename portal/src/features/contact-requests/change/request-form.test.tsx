// @vitest-environment happy-dom

import { listedContactRequestSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../../app/session-query-client.ts';
import { failsWith } from '../../../testing/fake-host.tsx';
import {
  buttonNamed,
  choose,
  expectFocusOn,
  inputNamed,
  type Mounted,
  mount,
  press,
  pressEnterIn,
  type,
  untilText,
} from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { REQUEST_ID, requestRow } from '../requests-fixtures.ts';
import { RequestForm } from './request-form.tsx';

let mounted: Mounted;
let host: RoutedHost;
const onSaved = vi.fn();

beforeEach(() => onSaved.mockReset());

type Row = Parameters<typeof requestRow>[0];

function page(row: Row) {
  return (
    <host.Provider>
      <QueryClientProvider client={queryClientForSession('test')}>
        <OwnerRoot owner="portal">
          <RequestForm
            request={listedContactRequestSchema.parse(requestRow(row))}
            assigneeField={undefined}
            onSaved={onSaved}
          />
        </OwnerRoot>
      </QueryClientProvider>
    </host.Provider>
  );
}

async function open(change: Handlers[string], row: Row = {}): Promise<HTMLElement> {
  host = new RoutedHost({ 'change-contact-request': change });
  mounted = await mount(page(row));
  return mounted.container;
}

const saved = (row: Row) => () => ({ outcome: 'saved', request: requestRow(row) });
const sent = () => host.bodies('change-contact-request');

test('only changed values are sent, with the version that the form started from', async () => {
  const form = await open(saved({ status: 'done', version: 4 }), { version: 3 });
  expect(buttonNamed(form, 'Save changes').disabled).toBe(true);
  await choose(form, 'Status', 'done');
  await press(form, 'Save changes');
  await expect.poll(() => onSaved.mock.calls).toHaveLength(1);
  expect(sent()).toEqual([{ requestId: REQUEST_ID, version: 3, change: { status: 'done' } }]);
  expect(host.toasts.at(-1)).toEqual({
    title: 'Saved',
    description: 'Ada Lovelace: Done, not assigned.',
    tone: 'success',
  });
});

test("a conflict shows the colleague's name and change, and keeps the typed note", async () => {
  const conflict = {
    outcome: 'conflict',
    request: requestRow({ status: 'done', staffNote: 'Theirs', version: 2 }),
    lastChange: {
      by: 'Dana Reyes',
      occurredAt: new Date(Date.now() - 130_000).toISOString(),
      changes: [{ field: 'status', before: 'new', after: 'done' }, { field: 'staff_note' }],
    },
  };
  const answers = [conflict, { outcome: 'saved', request: requestRow({ version: 3 }) }];
  const form = await open(() => answers.shift());
  await type(form, 'staffNote', 'Mine');
  await press(form, 'Save changes');
  await untilText(form, 'Dana Reyes set this to Done and changed the note 2 minutes ago.');
  expect(form.textContent).toContain('Your note is kept below');
  expectFocusOn('Your note is kept below');
  expect(form.textContent).toContain('Theirs');
  expect(inputNamed(form, 'staffNote').value).toBe('Mine');
  expect(form.querySelector('select')?.value).toBe('done');
  expect(onSaved).not.toHaveBeenCalled();
  await press(form, 'Save changes');
  expect(sent().at(-1)).toEqual({ requestId: REQUEST_ID, version: 2, change: { staffNote: 'Mine' } });
});

test('after a conflict the stored version can be used', async () => {
  const request = requestRow({ staffNote: 'Theirs', version: 2 });
  const form = await open(() => ({ outcome: 'conflict', request, lastChange: null }));
  await type(form, 'staffNote', 'Mine');
  await press(form, 'Save changes');
  await untilText(form, 'This request has changed since you opened it.');
  await expect.poll(() => buttonNamed(form, 'Use the stored version').disabled).toBe(false);
  await press(form, 'Use the stored version');
  expect(inputNamed(form, 'staffNote').value).toBe('Theirs');
  expect(buttonNamed(form, 'Save changes').disabled).toBe(true);
});

test('if two people make the same change, nothing is left to save', async () => {
  const request = requestRow({ status: 'done', version: 2 });
  const form = await open(() => ({ outcome: 'conflict', request, lastChange: null }));
  await choose(form, 'Status', 'done');
  await press(form, 'Save changes');
  await untilText(form, 'You chose the same, so there is nothing left to save.');
  expect(buttonNamed(form, 'Save changes').disabled).toBe(true);
});

test('while a second save is on its way, the stored version cannot replace what it saves', async () => {
  const conflict = { outcome: 'conflict', request: requestRow({ version: 2 }), lastChange: null };
  const answers = [conflict, new Promise(() => {})];
  const form = await open(() => answers.shift());
  await type(form, 'staffNote', 'Mine');
  await press(form, 'Save changes');
  await untilText(form, 'Use the stored version');
  await expect.poll(() => buttonNamed(form, 'Use the stored version').disabled).toBe(false);
  await press(form, 'Save changes');
  await press(form, 'Use the stored version');
  expect(inputNamed(form, 'staffNote').value).toBe('Mine');
  await expect.poll(() => buttonNamed(form, 'Use the stored version').disabled).toBe(true);
});

test("an untouched form follows others' changes, and a touched form keeps the typed text", async () => {
  const form = await open(saved({}));
  await mounted.render(page({ status: 'in_progress', version: 2 }));
  expect(form.querySelector('select')?.value).toBe('in_progress');
  await type(form, 'staffNote', 'Mine');
  await mounted.render(page({ status: 'done', staffNote: 'Theirs', version: 3 }));
  expect(inputNamed(form, 'staffNote').value).toBe('Mine');
});

test('marking as spam asks for confirmation', async () => {
  const form = await open(saved({ status: 'spam', version: 2 }));
  await choose(form, 'Status', 'spam');
  await press(form, 'Save changes');
  await untilText(document.body, 'Mark the request of Ada Lovelace as spam?');
  expect(sent()).toEqual([]);
  await press(document.body, 'Cancel');
  expect(sent()).toEqual([]);
  await press(form, 'Save changes');
  await press(document.body, 'Mark as spam');
  expect(sent()).toEqual([{ requestId: REQUEST_ID, version: 1, change: { status: 'spam' } }]);
});

test('a note over its limit is refused beside the field, and nothing is sent', async () => {
  const form = await open(saved({}));
  await type(form, 'staffNote', 'x'.repeat(4_001));
  await press(form, 'Save changes');
  await untilText(form, 'Please use at most 4,000 characters');
  expect(document.activeElement).toBe(inputNamed(form, 'staffNote'));
  expect(sent()).toEqual([]);
});

test('a note with markup is sent and shown as text', async () => {
  const form = await open(saved({}), { staffNote: '<img src=x onerror=alert(1)>' });
  expect(form.querySelector('img')).toBeNull();
  expect(inputNamed(form, 'staffNote').value).toBe('<img src=x onerror=alert(1)>');
});

test.each([
  ['network', 'The server cannot be reached. Please try again.'],
  ['not_found', 'This request is no longer yours'],
  ['forbidden', 'You may not change this any more.'],
] as const)('a save that fails with %s shows the error and keeps the typed text', async (code, words) => {
  const form = await open(failsWith(code));
  await type(form, 'staffNote', 'Mine');
  await press(form, 'Save changes');
  await untilText(form, words);
  expect(inputNamed(form, 'staffNote').value).toBe('Mine');
});

test('a double press saves once', async () => {
  const form = await open(() => new Promise(() => {}));
  await type(form, 'staffNote', 'Mine');
  await act(async () => {
    buttonNamed(form, 'Save changes').click();
    buttonNamed(form, 'Save changes').click();
  });
  expect(sent()).toHaveLength(1);
});

/** Regression: what was typed while the answer was on its way was lost with the dialog. */
test('the form cannot be changed while it is saved, keeps the focus, and can be changed after a failure', async () => {
  let fail = (_error: Error) => {};
  const form = await open(
    () =>
      new Promise((_resolve, reject) => {
        fail = reject;
      }),
  );
  const note = inputNamed(form, 'staffNote');
  await type(form, 'staffNote', 'Mine');
  await pressEnterIn(form, 'staffNote');
  await act(() => expect.poll(() => note.readOnly).toBe(true));
  expect(form.querySelector('form')?.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(note);
  await choose(form, 'Status', 'done');
  expect(form.querySelector('select')?.value).toBe('new');
  await act(async () => fail(new ApiError('network', 'for the test')));
  await untilText(form, 'The server cannot be reached.');
  expect(note.readOnly).toBe(false);
  await choose(form, 'Status', 'done');
  expect(form.querySelector('select')?.value).toBe('done');
  expect(note.value).toBe('Mine');
});
