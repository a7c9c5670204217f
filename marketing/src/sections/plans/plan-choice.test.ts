import type { Session } from '@corvane/shared/contracts/remote/session';
import { expect, it } from 'vitest';
import { pricePreviewOf, readPlanChoice, writePlanChoice } from './plan-choice.ts';

const SIGNED_IN = { showPricing: true, planSlugs: ['moonshot'] };

it('reads the period and the plan for visitors who see prices', () => {
  expect(readPlanChoice('?billing=annual&plan=moonshot', SIGNED_IN)).toEqual({
    period: 'annual',
    planSlug: 'moonshot',
    quoteSlug: null,
  });
  expect(readPlanChoice('?quote=moonshot', SIGNED_IN).quoteSlug).toBe('moonshot');
});

it('has its defaults for visitors without prices, and for unknown values', () => {
  const plain = { period: 'monthly', planSlug: null, quoteSlug: null };
  const anonymous = { ...SIGNED_IN, showPricing: false };
  expect(readPlanChoice('?billing=annual&plan=moonshot&quote=moonshot', anonymous)).toEqual(plain);
  expect(readPlanChoice('?billing=weekly&plan=<script>&quote=mars', SIGNED_IN)).toEqual(plain);
});

it('writes values that differ from the default, and keeps the rest of the query', () => {
  const none = { period: 'monthly', planSlug: null, quoteSlug: null } as const;
  expect(writePlanChoice('?a=1&billing=annual', none)).toBe('?a=1');
  expect(writePlanChoice('?a=1', { ...none, period: 'annual', planSlug: 'moonshot' })).toBe(
    '?a=1&billing=annual&plan=moonshot',
  );
  expect(writePlanChoice('', { ...none, quoteSlug: 'moonshot' })).toBe('?quote=moonshot');
  expect(writePlanChoice('?plan=moonshot&quote=moonshot', none)).toBe('');
});

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
