// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ToastFocus } from './toaster.tsx';

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
/** Mutation observers run in a separate task. */
const observed = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(async () => {
  document.body.innerHTML = '<button id="page"></button><div id="toasts"></div>';
  root = createRoot(byId('toasts'));
  await render(['first', 'second']);
});
afterEach(() => act(async () => root.unmount()));

test('a message that closes while it has the focus returns the focus', async () => {
  byId('page').focus();
  byId('first').focus();
  byId('second').focus();
  await render(['first']);
  await observed();
  expect(document.activeElement?.id).toBe('page');
});

test('a message that closes after the person tabbed out of it does not move the focus', async () => {
  byId('page').focus();
  byId('second').focus();
  byId('second').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  byId('second').blur();
  await render(['first']);
  await observed();
  expect(document.activeElement).toBe(document.body);
});

test('a message that closes while the page has the focus does not move it', async () => {
  byId('second').focus();
  byId('page').focus();
  await render(['first']);
  await observed();
  expect(document.activeElement?.id).toBe('page');
});
