import { expect, it } from 'vitest';
import { COMPARISON_TABLE } from './comparison-table.ts';
import { PLANS_CONTENT } from './plans.ts';

const { plans } = PLANS_CONTENT;

function valuesOf(name: string) {
  const row = COMPARISON_TABLE.groups.flatMap(({ rows }) => rows).find((one) => one.name === name);
  if (row === undefined) throw new Error(`The table has no row ${name}`);
  return row.values;
}

it('labels the top plan Enterprise', () => {
  expect(COMPARISON_TABLE.plans.at(-1)).toBe('Enterprise');
});

it('gives every plan what its card gives it', () => {
  for (const [place, { features, allowances }] of plans.entries()) {
    for (const { label, perMonth } of allowances) expect(valuesOf(label)[place]).toBe(perMonth);
    expect(features).toContain(`${valuesOf('Keyword feed')[place]} keyword feed`);
    expect(features.some((one) => one.startsWith(`${valuesOf('Support')[place]} support`))).toBe(true);
    expect(features.includes('Web-Hook Access')).toBe(valuesOf('Web-Hook Access')[place]);
    expect(features.includes('Quarterly Business Review')).toBe(valuesOf('Quarterly Business Review')[place]);
    const models = features.find((one) => one.includes('Custom Model'));
    expect(models === undefined ? null : Number.parseInt(models, 10)).toBe(valuesOf('Custom Models')[place]);
  }
});
