// @vitest-environment happy-dom
import script from '@corvane/shared/first-paint/start-after-paint.js?raw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatEarlyClick } from './early-click.ts';

let clicks: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  clicks = [];
  document.body.innerHTML =
    '<template id="page-scripts"></template><header><button type="button" id="menu"><b>Menu</b></button></header>' +
    '<main><a href="#there" id="link">There</a></main>';
  new Function('document', 'window', 'addEventListener', 'requestAnimationFrame', script)(
    document,
    window,
    window.addEventListener.bind(window),
    vi.fn(),
  );
});

afterEach(() => vi.useRealTimers());

/** From now on the control does something. */
function answer(id: string): void {
  document.getElementById(id)?.addEventListener('click', () => clicks.push(id));
}

test('a click before the scripts arrive is repeated once the page can answer', () => {
  document.querySelector<HTMLElement>('#menu b')?.click();
  answer('menu');
  repeatEarlyClick(window);
  vi.runAllTimers();
  repeatEarlyClick(window);
  vi.runAllTimers();
  expect(clicks).toEqual(['menu']);
});

test('an answered click is not repeated', () => {
  answer('menu');
  repeatEarlyClick(window);
  document.getElementById('menu')?.click();
  repeatEarlyClick(window);
  vi.runAllTimers();
  expect(clicks).toEqual(['menu']);
});

test('a button that has disappeared by then is not clicked', () => {
  const menu = document.getElementById('menu');
  menu?.click();
  answer('menu');
  menu?.remove();
  repeatEarlyClick(window);
  vi.runAllTimers();
  expect(clicks).toEqual([]);
});

test('a link works without scripts, and is not clicked again', () => {
  document.getElementById('link')?.click();
  answer('link');
  repeatEarlyClick(window);
  vi.runAllTimers();
  expect(clicks).toEqual([]);
});
