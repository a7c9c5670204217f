import { expect, test } from 'vitest';
import { draftPriceOf, previewedInstantOf, pricePreviewPath } from './price-preview.ts';

test('the address of a preview contains its instant, to the microsecond', () => {
  const at = '2026-12-01T14:00:00.000001+00:00';
  const { pathname, search } = new URL(pricePreviewPath(at), 'https://www.corvane.example');
  expect([pathname, previewedInstantOf(search)]).toEqual(['/pricing', at]);
});

test.each(['', '?plan=moonshot', '?prices-at=', '?prices-at=tomorrow'])(
  '%j asks for no preview',
  (search) => {
    expect(previewedInstantOf(search)).toBeNull();
  },
);

test('the address of a preview contains a price that is not stored yet', () => {
  const draft = {
    slug: 'accelerate-pro',
    monthlyCents: 410_050,
    annualCents: 999_999_999,
    activationCents: 1,
  };
  const { search } = new URL(pricePreviewPath('2026-12-01T14:00:00Z', draft), 'https://www.corvane.example');
  // Written out, because a release of marketing that is live reads it.
  expect(search).toBe('?prices-at=2026-12-01T14%3A00%3A00Z&price-draft=accelerate-pro.410050.999999999.1');
  expect(draftPriceOf(search)).toEqual(draft);
  expect(previewedInstantOf(search)).toBe('2026-12-01T14:00:00Z');
});

test.each(['', '?prices-at=2026-12-01T14:00:00Z'])('%j contains no price', (search) => {
  expect(draftPriceOf(search)).toBeNull();
});

/** A price of 0 was previewed as $0.00, although no plan can have it. */
test.each([
  '?price-draft=moonshot.0.2.3',
  '?price-draft=moonshot.1.00.3',
  '?price-draft=moonshot.1.2.0',
  '?price-draft=',
  '?price-draft=moonshot',
  '?price-draft=moonshot.1.2',
  '?price-draft=moonshot.1.2.-3',
  '?price-draft=moonshot.1.2.9999999999',
  '?price-draft=Moon<b>.1.2.3',
])('%j contains a price that no plan can have', (search) => {
  expect(draftPriceOf(search)).toBe('invalid');
});
