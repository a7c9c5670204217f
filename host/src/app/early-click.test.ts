// @vitest-environment happy-dom
import script from '@corvane/shared/first-paint/start-after-paint.js?raw';
import { createElement, lazy, Suspense, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { repeatEarlyClick } from './early-click.ts';

let clicks: string[] = [];
let listening: AbortController;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  clicks = [];
  document.body.innerHTML =
    '<template id="page-scripts"></template>' +
    '<header><button type="button" id="menu"><b>Menu</b></button><input id="search"></header>' +
    '<main><a href="#there" id="link">There</a><button type="button" id="plans">Plans</button></main>';
  listening = new AbortController();
  const listen = (type: string, listener: EventListener, capture?: boolean) =>
    addEventListener(type, listener, { capture: capture === true, signal: listening.signal });
  new Function('document', 'addEventListener', 'requestAnimationFrame', script)(document, listen, vi.fn());
});

afterEach(() => {
  listening.abort();
  vi.useRealTimers();
});

const find = (id: string) => document.getElementById(id) as HTMLElement;

/** From now on the control does something. */
function answer(id: string): void {
  find(id).addEventListener('click', () => clicks.push(id));
}

function repeat(part: 'frame' | 'page'): void {
  repeatEarlyClick(window, part);
  vi.runAllTimers();
}

test('a click before the scripts arrive is repeated once the page can answer', () => {
  document.querySelector<HTMLElement>('#menu b')?.click();
  answer('menu');
  repeat('frame');
  repeat('page');
  expect(clicks).toEqual(['menu']);
});

test('a click on the page waits for the page, not for the frame around it', () => {
  find('plans').click();
  answer('plans');
  repeat('frame');
  expect(clicks).toEqual([]);
  repeat('page');
  expect(clicks).toEqual(['plans']);
});

test('a click on the page that comes after the frame can answer is repeated, too', () => {
  repeat('frame');
  find('plans').click();
  answer('plans');
  repeat('page');
  expect(clicks).toEqual(['plans']);
});

test('an answered click is not repeated', () => {
  answer('plans');
  repeat('page');
  find('plans').click();
  repeat('page');
  expect(clicks).toEqual(['plans']);
});

/** React hydrates a part that is clicked, and then answers that click. */
test('a click that is still underway is answered, not repeated', () => {
  answer('menu');
  const hydrate = () => repeat('frame');
  document.body.addEventListener('click', hydrate, { capture: true, once: true });
  find('menu').click();
  expect(clicks).toEqual(['menu']);
});

test('a button that has disappeared by then is not clicked', () => {
  const menu = find('menu');
  menu.click();
  answer('menu');
  menu.remove();
  repeat('frame');
  expect(clicks).toEqual([]);
});

test('a link works without scripts, and is not clicked again', () => {
  find('link').click();
  answer('link');
  repeat('page');
  expect(clicks).toEqual([]);
});

test.each([
  { what: 'types', act: () => find('search').dispatchEvent(new KeyboardEvent('keydown', { bubbles: true })) },
  {
    what: 'moves the focus',
    act: () => find('search').dispatchEvent(new FocusEvent('focusin', { bubbles: true })),
  },
  { what: 'clicks a link', act: () => find('link').click() },
  { what: 'clicks beside everything', act: () => document.body.click() },
  {
    what: 'begins another click on it',
    act: () => find('menu').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
  },
  { what: 'waits for more than ten seconds', act: () => vi.advanceTimersByTime(10_001) },
])('a click is not repeated if the person then $what', ({ act }) => {
  find('menu').click();
  answer('menu');
  act();
  repeat('frame');
  expect(clicks).toEqual([]);
});

test.each([
  {
    what: 'scrolls by touch',
    act: () => find('link').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })),
  },
  { what: 'waits for ten seconds', act: () => vi.advanceTimersByTime(10_000) },
])('a click is repeated if the person then $what', ({ act }) => {
  find('menu').click();
  answer('menu');
  act();
  repeat('frame');
  expect(clicks).toEqual(['menu']);
});

test('of two clicks, the last one is repeated', () => {
  find('menu').click();
  find('plans').click();
  answer('menu');
  answer('plans');
  repeat('frame');
  repeat('page');
  expect(clicks).toEqual(['plans']);
});

test('a page without that script has nothing to repeat', () => {
  delete window['host:last-click'];
  find('menu').click();
  answer('menu');
  repeat('frame');
  expect(clicks).toEqual([]);
});

/** React stops a click on what it cannot hydrate yet. */
test('a click while React waits for the code of the page is answered once that code is here', async () => {
  vi.useRealTimers();
  const page = () => {
    useLayoutEffect(() => repeatEarlyClick(window, 'page'), []);
    return createElement('button', { id: 'late', type: 'button', onClick: () => clicks.push('late') });
  };
  const main = document.querySelector('main') as HTMLElement;
  main.innerHTML = renderToString(createElement(Suspense, null, createElement(page)));
  let arrive = (_code: { default: typeof page }) => {};
  const latePage = lazy(() => new Promise<{ default: typeof page }>((resolve) => (arrive = resolve)));
  const root = hydrateRoot(main, createElement(Suspense, null, createElement(latePage)));
  await new Promise((done) => setTimeout(done));
  find('late').click();
  arrive({ default: page });
  await expect.poll(() => clicks).toEqual(['late']);
  root.unmount();
});
