import { expect, test } from 'vitest';
import { previewedInstantOf, pricePreviewPath } from './price-preview.ts';

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
