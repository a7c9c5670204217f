// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { giveBackWindow, type TestWindow } from './give-back.ts';

/** Regression: a file that tested a low window left it to all later files of its process. */
test('a window is given back as it was', () => {
  const isLow = () => matchMedia('(max-height: 400px)').matches;
  const { happyDOM } = window as TestWindow;
  document.body.append(document.createElement('dialog'));
  localStorage.setItem('a', 'b');
  sessionStorage.setItem('a', 'b');
  happyDOM?.setViewport({ width: 320, height: 256 });
  expect(isLow()).toBe(true);
  giveBackWindow();
  expect(isLow()).toBe(false);
  expect([document.body.children.length, localStorage.length, sessionStorage.length]).toEqual([0, 0, 0]);
});
