import { expect, it } from 'vitest';
import { choosePeriod } from './billing-period.ts';

it('changes to the period that was chosen', () => {
  expect(choosePeriod('monthly', 'annual')).toBe('annual');
  expect(choosePeriod('annual', 'monthly')).toBe('monthly');
});

it('stays when the choice is taken back or unknown', () => {
  expect(choosePeriod('annual', '')).toBe('annual');
  expect(choosePeriod('monthly', 'weekly')).toBe('monthly');
});
