import script from '@corvane/shared/first-paint/hint-session.js?raw';
import { expect, test } from 'vitest';
import { CUSTOMER_SESSION_KEY, SALES_SESSION_KEY } from './session-storage.ts';

/** What the script sets for a representative who has chosen a theme, on a dark or a light system. */
function themeWith(stored: Record<string, string>, isSystemDark: boolean): string | undefined {
  const document = { documentElement: { dataset: {} as { repTheme?: string } } };
  new Function('document', 'localStorage', 'matchMedia', script)(
    document,
    { getItem: (key: string) => stored[key] ?? null },
    () => ({ matches: isSystemDark }),
  );
  return document.documentElement.dataset.repTheme;
}

test("a signed-in representative's theme applies to every page", () => {
  const rep = { [SALES_SESSION_KEY]: '{}' };
  expect(themeWith({ ...rep, 'portal:theme': 'dark' }, false)).toBe('dark');
  expect(themeWith({ ...rep, 'portal:theme': 'light' }, true)).toBeUndefined();
  expect(themeWith(rep, true)).toBe('dark');
  expect(themeWith(rep, false)).toBeUndefined();
});

test('everyone else sees the public pages in light colors', () => {
  expect(themeWith({ 'portal:theme': 'dark' }, true)).toBeUndefined();
  expect(themeWith({ [CUSTOMER_SESSION_KEY]: '{}', 'portal:theme': 'dark' }, true)).toBeUndefined();
});

/** Runs the script in a page whose storage has these keys. @returns the hint it left */
function hintWith(getItem: (key: string) => string | null): string | undefined {
  const document = { documentElement: { dataset: {} as { session?: string } } };
  new Function('document', 'localStorage', 'matchMedia', script)(document, { getItem }, () => ({
    matches: false,
  }));
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
