import { describe, expect, it } from 'vitest';
import { annualSavings, choosePeriod, priceIn } from './billing-period.ts';

const price = { productSlug: 'any', monthlyCents: 10_000, annualCents: 90_000, activationCents: 0 };

describe('the billing period', () => {
  it('changes to what was chosen', () => {
    expect(choosePeriod('monthly', 'annual')).toBe('annual');
    expect(choosePeriod('annual', 'monthly')).toBe('monthly');
  });

  it('stays when the choice is taken back or unknown', () => {
    expect(choosePeriod('annual', '')).toBe('annual');
    expect(choosePeriod('monthly', 'weekly')).toBe('monthly');
  });

  it('decides which amount and which unit are shown', () => {
    expect(priceIn('monthly', price)).toEqual({ cents: 10_000, suffix: '/month' });
    expect(priceIn('annual', price)).toEqual({ cents: 90_000, suffix: '/year' });
  });
});

describe('the annual savings', () => {
  it('are twelve months less the annual price', () => {
    expect(annualSavings(price)).toEqual({ cents: 30_000, percent: 25 });
  });

  it('are not claimed when a year costs as much as its months, or more', () => {
    expect(annualSavings({ ...price, annualCents: 120_000 })).toBeNull();
    expect(annualSavings({ ...price, annualCents: 130_000 })).toBeNull();
    expect(annualSavings({ ...price, monthlyCents: 0, annualCents: 0 })).toBeNull();
  });
});
