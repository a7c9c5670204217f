// @vitest-environment happy-dom
import script from '@corvane/shared/link/take-link-token.js?raw';
import { beforeEach, expect, test } from 'vitest';
import { forgetOpenedLink, takeOpenedLink } from './opened-link.ts';

/** Opens an address as a browser does: a new entry, then the page's first script. */
function open(address: string): void {
  history.pushState(null, '', address);
  runScript();
}

function runScript(): void {
  new Function(script)();
}

beforeEach(() => {
  delete document.documentElement.dataset.link;
  history.replaceState(null, '', '/');
});

test("a link's token is taken once, and the rest of the address stays", () => {
  open('/comparison?a=1&access=secret%20&b=2#faq');
  expect(location.pathname + location.search + location.hash).toBe('/comparison?a=1&b=2#faq');
  expect(takeOpenedLink(window)).toEqual({ status: 'opened', token: 'secret' });
  expect(takeOpenedLink(window)).toEqual({ status: 'lost' });
});

test.each([
  ['/comparison?access=first&access=second', '/comparison', 'first'],
  ['/_preview/a1b2/comparison?access=secret', '/_preview/a1b2/comparison', 'secret'],
  ['/?%61ccess=secret', '/', 'secret'],
  // Encoded once too often by a program that the link went through.
  ['/comparison?a=1&access%3Dsecret', '/comparison?a=1', 'secret'],
  ['/?Access=secret', '/', 'secret'],
  ['/comparison?Access=first&access=other&access%3Dthird&a=1', '/comparison?a=1', 'first'],
  ['/?access=&Access=secret', '/', 'secret'],
])('%s becomes %s', (address, left, token) => {
  const entries = history.length;
  open(address);
  expect(location.pathname + location.search).toBe(left);
  expect(history).toHaveLength(entries + 1);
  expect(JSON.stringify(history.state)).not.toContain(token);
  expect(takeOpenedLink(window)).toEqual({ status: 'opened', token });
});

test('an address without a token keeps its parameters and its state', () => {
  history.replaceState({ idx: 3 }, '', '/comparison?a=1');
  runScript();
  expect(location.search).toBe('?a=1');
  expect(history.state).toEqual({ idx: 3 });
  expect(takeOpenedLink(window)).toEqual({ status: 'none' });
  expect(document.documentElement.dataset.link).toBeUndefined();
});

test('when the script runs twice, it takes the token once', () => {
  open('/comparison?access=secret');
  runScript();
  expect(takeOpenedLink(window)).toEqual({ status: 'opened', token: 'secret' });
});

test('after a reload the token is lost, and the page remembers that until the dialog is closed', () => {
  open('/comparison?access=secret');
  takeOpenedLink(window);
  runScript();
  expect(document.documentElement.dataset.link).toBe('opening');
  expect(takeOpenedLink(window)).toEqual({ status: 'lost' });
  history.replaceState({ ...history.state, idx: 0 }, '');
  forgetOpenedLink(window);
  expect(history.state).toEqual({ idx: 0 });
  expect(takeOpenedLink(window)).toEqual({ status: 'none' });
});
