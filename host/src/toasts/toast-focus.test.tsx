// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ToastFocus } from './toast-focus.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root;
const byId = (id: string) => {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`no ${id}`);
  return element;
};
const render = (messages: readonly string[]) =>
  act(async () =>
    root.render(
      <ToastFocus>
        {messages.map((id) => (
          <button type="button" key={id} id={id} />
        ))}
      </ToastFocus>,
    ),
  );
/** An observer is told in a task of its own. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  document.body.innerHTML = '<button id="page"></button><div id="toasts"></div>';
  root = createRoot(byId('toasts'));
  await render(['first', 'second']);
});
afterEach(() => act(async () => root.unmount()));

test('a message that goes while it has the focus gives it back', async () => {
  byId('page').focus();
  byId('first').focus();
  byId('second').focus();
  await render(['first']);
  await observed();
  expect(document.activeElement?.id).toBe('page');
});

test('a message that goes after the person tabbed out of it moves no focus', async () => {
  byId('page').focus();
  byId('second').focus();
  byId('second').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  byId('second').blur();
  await render(['first']);
  await observed();
  expect(document.activeElement).toBe(document.body);
});

test('a message that goes while the page has the focus moves no focus', async () => {
  byId('second').focus();
  byId('page').focus();
  await render(['first']);
  await observed();
  expect(document.activeElement?.id).toBe('page');
});
