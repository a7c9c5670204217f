import { expect, it } from 'vitest';
import { PLANS_CONTENT } from '../plans.ts';
import { COMPARISON_TABLE } from './comparison-controls.ts';

function valuesOf(name: string) {
  const row = COMPARISON_TABLE.groups.flatMap(({ rows }) => rows).find((one) => one.name === name);
  if (row === undefined) throw new Error(`The table has no row ${name}`);
  return row.values;
}

it('has the four plans in their order, the top one labeled Enterprise', () => {
  expect(COMPARISON_TABLE.plans).toEqual(['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise']);
});

it('gives each plan the features of the specification', () => {
  for (const name of ['In-Market Audience Creations', 'Data Enrichments', 'B2B/B2C Contacts']) {
    expect(valuesOf(name)).toEqual([3, 5, 10, 25]);
  }
  expect(valuesOf('Custom Models')).toEqual([null, 1, 1, 5]);
  expect(valuesOf('Web-Hook Access')).toEqual([true, true, true, true]);
  expect(valuesOf('Keyword feed')).toEqual(['Standard', 'Enhanced', 'Premium', 'Elite']);
  expect(valuesOf('Support')).toEqual(['Basic', 'Priority', 'Premium', 'VIP']);
  expect(valuesOf('Who knows your account')).toEqual([
    null,
    null,
    'Dedicated success manager',
    'Success team',
  ]);
  expect(valuesOf('Quarterly Business Review')).toEqual([false, false, false, true]);
});

it('agrees with the plan cards', () => {
  expect(PLANS_CONTENT.plans.map(({ features }) => features)).toEqual([
    ['Standard keyword feed', 'Web-Hook Access', 'Basic support'],
    ['1 Custom Model per month', 'Enhanced keyword feed', 'Web-Hook Access', 'Priority support'],
    [
      '1 Custom Model per month',
      'Premium keyword feed',
      'Web-Hook Access',
      'Premium support: dedicated success manager',
    ],
    [
      '5 Custom Models per month',
      'Elite keyword feed',
      'Web-Hook Access',
      'VIP support: success team',
      'Quarterly Business Review',
    ],
  ]);
});
