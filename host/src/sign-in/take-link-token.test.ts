import { expect, test, vi } from 'vitest';
import { takeLinkToken } from './take-link-token.ts';

function windowAt(href: string) {
  const replaceState = vi.fn();
  return {
    target: { location: { href }, history: { state: { idx: 1 }, replaceState } } as unknown as Window,
    replaceState,
  };
}

test('the token is handed over once and leaves the address bar, the rest of it stays', () => {
  const { target, replaceState } = windowAt(
    'https://corvane.example/comparison?a=1&access=secret%20&b=2#faq',
  );
  expect(takeLinkToken(target)).toBe('secret');
  expect(replaceState).toHaveBeenCalledExactlyOnceWith({ idx: 1 }, '', '/comparison?a=1&b=2#faq');
});

test('an address without a token is left alone', () => {
  const { target, replaceState } = windowAt('https://corvane.example/comparison?a=1');
  expect(takeLinkToken(target)).toBe('');
  expect(replaceState).not.toHaveBeenCalled();
});
