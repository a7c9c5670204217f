import { expect, test } from 'vitest';
import { demoCredentials } from './engine/seed.ts';

test('the IDs of the demonstration are read from a list with spaces', () => {
  expect(demoCredentials({ DEMO_SALES_IDS: ' ONE , TWO, ' }).salesIds).toEqual(['ONE', 'TWO']);
  expect(demoCredentials({ DEMO_SALES_IDS: ' ' })).toEqual(demoCredentials({}));
});
