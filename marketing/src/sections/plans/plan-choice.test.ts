import { expect, it } from 'vitest';
import { readPlanChoice, writePlanChoice } from './plan-choice.ts';

const SIGNED_IN = { showPricing: true, planSlugs: ['moonshot'] };

it('reads the period and the plan for visitors who see prices', () => {
  expect(readPlanChoice('?billing=annual&plan=moonshot', SIGNED_IN)).toEqual({
    period: 'annual',
    planSlug: 'moonshot',
  });
});

it('has its defaults for visitors without prices, and for unknown values', () => {
  const plain = { period: 'monthly', planSlug: null };
  expect(readPlanChoice('?billing=annual&plan=moonshot', { ...SIGNED_IN, showPricing: false })).toEqual(
    plain,
  );
  expect(readPlanChoice('?billing=weekly&plan=<script>', SIGNED_IN)).toEqual(plain);
});

it('writes values that differ from the default, and keeps the rest of the query', () => {
  expect(writePlanChoice('?a=1&billing=annual', { period: 'monthly', planSlug: null })).toBe('?a=1');
  expect(writePlanChoice('?a=1', { period: 'annual', planSlug: 'moonshot' })).toBe(
    '?a=1&billing=annual&plan=moonshot',
  );
  expect(writePlanChoice('?plan=moonshot', { period: 'monthly', planSlug: null })).toBe('');
});
