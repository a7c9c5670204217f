// @vitest-environment happy-dom
import { act, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { mount } from '../testing/mount.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const showHelp = vi.fn();

function Page() {
  useShortcuts({ '?': showHelp });
  return null;
}

/** Presses a key as early as anybody could: when the page is complete, before the browser paints it. */
function EarlyPress() {
  useLayoutEffect(() => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  }, []);
  return null;
}

/** Regression: a key that was pressed just after the page appeared did nothing. */
test('a key works as soon as the page can be seen', async () => {
  const root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <>
        <Page />
        <EarlyPress />
      </>,
    ),
  );
  expect(showHelp).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  expect(showHelp).toHaveBeenCalledOnce();
});

const act1 = vi.fn();
const actN = vi.fn();
const search = vi.fn();
const help = vi.fn();

function Form() {
  useShortcuts({ '1': act1, n: actN, '/': search, '?': help });
  return (
    <>
      <form>
        <input />
        <button type="button">Did you mean</button>
      </form>
      <button type="button">Copy link</button>
    </>
  );
}

const pressOn = (target: Element | null, init: KeyboardEventInit) =>
  target?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

/** Regression: a suggested address became the next Tab stop, and a typed name opened another form. */
test('a key does nothing while a control of a form has the focus', async () => {
  actN.mockClear();
  const { container, unmount } = await mount(<Form />);
  const key = { key: 'n', code: 'KeyN' };
  pressOn(container.querySelector('input'), key);
  pressOn(container.querySelector('form button'), key);
  expect(actN).not.toHaveBeenCalled();
  pressOn(container.querySelector('form + button'), key);
  expect(actN).toHaveBeenCalledOnce();
  await unmount();
});

test.each<[string, KeyboardEventInit, 'n' | '1' | '/' | '?' | null]>([
  ['with Caps Lock', { key: 'N', code: 'KeyN' }, 'n'],
  ['of a Russian layout', { key: 'т', code: 'KeyN' }, 'n'],
  ['of a Greek layout, with Caps Lock', { key: 'Ν', code: 'KeyN' }, 'n'],
  ['of a Dvorak layout', { key: 'n', code: 'KeyL' }, 'n'],
  ['of another letter of a Dvorak layout', { key: 'b', code: 'KeyN' }, null],
  ['of a digit of a French layout', { key: '&', code: 'Digit1' }, '1'],
  ['of a digit of a French layout, with Shift', { key: '1', code: 'Digit1', shiftKey: true }, '1'],
  ['of a digit block', { key: '1', code: 'Numpad1' }, '1'],
  ['of a letter with Shift', { key: 'N', code: 'KeyN', shiftKey: true }, null],
  ['of a sign above a digit', { key: '!', code: 'Digit1', shiftKey: true }, null],
  ['of an input method', { key: 'Process', code: 'KeyN' }, null],
  ['with Control', { key: 'n', code: 'KeyN', ctrlKey: true }, null],
  // Regression: on these keyboards no key opened the list of keys.
  ['of an Arabic question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['of a wide question mark', { key: '？', code: 'Slash', shiftKey: true }, '?'],
  ['of a German question mark', { key: '?', code: 'Minus', shiftKey: true }, '?'],
  ['of a wide letter', { key: 'ｎ', code: 'KeyN' }, 'n'],
  ['with AltGr', { key: '/', code: 'KeyQ', ctrlKey: true, altKey: true, modifierAltGraph: true }, '/'],
])('a key %s is understood', async (_which, init, meant) => {
  const actions = { n: actN, '1': act1, '/': search, '?': help };
  for (const action of Object.values(actions)) action.mockClear();
  const { container, unmount } = await mount(<Form />);
  pressOn(container, init);
  const heard = Object.entries(actions).flatMap(([key, action]) => action.mock.calls.map(() => key));
  expect(heard).toEqual(meant === null ? [] : [meant]);
  await unmount();
});
