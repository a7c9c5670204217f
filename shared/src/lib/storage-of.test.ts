import { expect, test } from 'vitest';
import { storageOf } from './storage-of.ts';

// Chrome with all cookies blocked.
const blocked = {
  get localStorage(): Storage {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  },
  get sessionStorage(): Storage {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  },
};

test('the storage of the browser is used where it is allowed', () => {
  const allowed = { localStorage: {} as Storage, sessionStorage: {} as Storage };
  expect(storageOf('local', allowed)).toBe(allowed.localStorage);
  expect(storageOf('session', allowed)).toBe(allowed.sessionStorage);
});

test('with site data blocked, what is stored lasts as long as the page', () => {
  storageOf('session', blocked).setItem('host:override', 'x');
  expect(storageOf('session', blocked).getItem('host:override')).toBe('x');
  expect(storageOf('local', blocked).getItem('host:override')).toBeNull();
  storageOf('session', blocked).removeItem('host:override');
  expect(storageOf('session', blocked).getItem('host:override')).toBeNull();
});

test('a web view without storage has null in its place', () => {
  const without = { localStorage: null, sessionStorage: null } as never;
  storageOf('local', without).setItem('a', 'b');
  expect(storageOf('local', without).getItem('a')).toBe('b');
});
