import { expect, test } from 'vitest';
import { planOfProduct } from './plan-of-product.ts';

test.each([
  ['Foundation', 'Foundation+', 1],
  ['Accelerate (annual)', 'Accelerate Pro', 2],
  ['Moonshot', 'Moonshot', 3],
  ['Legacy ENTERPRISE 2018', 'Enterprise', 4],
])('%s belongs to the plan %s', (productName, label, rank) => {
  expect(planOfProduct(productName)).toEqual({ label, rank });
});

test('a product that is not a plan keeps its name', () => {
  expect(planOfProduct('Pixel Package')).toEqual({ label: 'Pixel Package', rank: null });
});
