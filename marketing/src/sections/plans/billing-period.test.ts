import { expect, it } from 'vitest';
import { choosePeriod } from './billing-period.ts';

it('changes to the chosen period', () => {
  expect(choosePeriod('monthly', 'annual')).toBe('annual');
  expect(choosePeriod('annual', 'monthly')).toBe('monthly');
});

it('stays when the choice is empty or unknown', () => {
  expect(choosePeriod('annual', '')).toBe('annual');
  expect(choosePeriod('monthly', 'weekly')).toBe('monthly');
});
