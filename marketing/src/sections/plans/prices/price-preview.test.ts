import type { Session } from '@corvane/shared/contracts/remote/session';
import { expect, it } from 'vitest';
import { pricePreviewOf } from './price-preview.ts';

const AT = '2026-12-01T14:00:00Z';
const SEARCH = `?prices-at=${AT}`;

const rep = (isManager?: boolean): Session => ({
  status: 'rep',
  rep: { id: 'r', name: 'Dana', email: 'd@x', ...(isManager === undefined ? {} : { isManager }) },
  sessionId: 's',
  sessionExpiresAt: AT,
});

it('previews the instant of the address for a manager', () => {
  expect(pricePreviewOf(rep(true), SEARCH)).toEqual({ at: AT, draft: null });
  expect(pricePreviewOf(rep(true), `${SEARCH}&price-draft=moonshot.3.2.1`)).toEqual({
    at: AT,
    draft: { slug: 'moonshot', monthlyCents: 3, annualCents: 2, activationCents: 1 },
  });
  expect(pricePreviewOf(rep(true), `${SEARCH}&price-draft=moonshot.0.2.1`)).toEqual({
    at: AT,
    draft: 'invalid',
  });
  expect(pricePreviewOf(rep(true), '?price-draft=moonshot.3.2.1')).toBeNull();
  expect(pricePreviewOf(rep(true), '?plan=moonshot')).toBeNull();
});

it.each<Session>([{ status: 'anonymous' }, { status: 'restoring' }, rep(), rep(false)])(
  'shows everyone else the current prices: %j',
  (session) => {
    expect(pricePreviewOf(session, SEARCH)).toBeNull();
  },
);
