import script from '@corvane/shared/first-paint/hint-session.js?raw';
import { expect, test } from 'vitest';
import { CUSTOMER_SESSION_KEY, SALES_SESSION_KEY } from './session-storage.ts';

/** Runs the script in a page whose storage has these keys. @returns the hint it left */
function hintWith(getItem: (key: string) => string | null): string | undefined {
  const document = { documentElement: { dataset: {} as { session?: string } } };
  new Function('document', 'localStorage', script)(document, { getItem });
  return document.documentElement.dataset.session;
}

test.each([SALES_SESSION_KEY, CUSTOMER_SESSION_KEY])('a stored %s is a session to restore', (stored) => {
  expect(hintWith((key) => (key === stored ? '{}' : null))).toBe('restoring');
});

test('an empty or missing storage means no session', () => {
  expect(hintWith(() => null)).toBeUndefined();
  expect(
    hintWith(() => {
      throw new Error('switched off');
    }),
  ).toBeUndefined();
});
