import type { SessionGrant } from '@corvane/shared/contracts/backend/sign-in/auth';

/** What the tests of the session store share. */
export const NOW_MS = Date.parse('2026-03-01T12:00:00Z');
export const REP = { id: '0198c0de-0000-7000-8000-000000000001', name: 'Rep', email: 'rep@corvane.example' };

export function grant(overrides: Partial<SessionGrant> = {}): SessionGrant {
  return {
    sessionToken: 'jwt-1',
    expiresAt: '2026-03-01T12:10:00Z',
    sessionId: '0198c0de-0000-7000-8000-000000000002',
    sessionExpiresAt: '2026-03-02T00:00:00Z',
    actor: { kind: 'rep', rep: REP },
    ...overrides,
  };
}

export function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: () => null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

export function fakeWindow(): Window {
  return Object.assign(new EventTarget(), {
    document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
    setInterval: () => 1,
    clearInterval: () => {},
  }) as unknown as Window;
}

export const CUSTOMER = {
  id: '0198c0de-0000-7000-8000-000000000003',
  name: 'Ada',
  email: 'ada@customer.example',
  company: 'Customer',
  repName: 'Rep',
  repEmail: 'rep@corvane.example',
};
/** Signed by a server whose clock says noon. It lives ten minutes. */
export const tenMinuteToken = (n: number) => {
  const iat = NOW_MS / 1000;
  return `e30.${btoa(JSON.stringify({ iat, exp: iat + 600, n }))}.c2ln`;
};
