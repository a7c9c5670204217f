import { describe, expect, it } from 'vitest';
import { annualSavings, priceReadout } from './price-readout.ts';

const price = { productSlug: 'any', monthlyCents: 123_450, annualCents: 1_111_050, activationCents: 7_700 };

describe('the annual savings', () => {
  it('are twelve monthly prices minus the annual price, in cents and in whole percent', () => {
    expect(annualSavings(price)).toEqual({ cents: 370_350, percent: 25 });
  });

  it('are not shown when a year costs as much as twelve months, or more', () => {
    expect(annualSavings({ ...price, annualCents: price.monthlyCents * 12 })).toBeNull();
    expect(annualSavings({ ...price, annualCents: price.monthlyCents * 13 })).toBeNull();
    expect(annualSavings({ ...price, monthlyCents: 0, annualCents: 0 })).toBeNull();
  });
});

it('writes amounts in US dollars, with cents only where there are any', () => {
  expect(priceReadout(price)).toEqual({
    monthly: '$1,234.50',
    annual: '$11,110.50',
    activation: '$77',
    savings: { amount: '$3,703.50', percent: 25 },
  });
});
