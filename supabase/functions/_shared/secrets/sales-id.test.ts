import { expect, test } from 'vitest';
import { deriveSalesId, newSalesId } from './sales-id.ts';

const SHAPE = /^SR(-[0-9A-HJKMNP-TV-Z]{4}){3}$/;
const BOUND = { managerId: 'manager', rep: 'rep', idempotencyKey: 'a-key-of-the-browser_0123' };

test('two new sales IDs differ, and have one shape', () => {
  const made = [newSalesId(), newSalesId()];
  expect(new Set(made).size).toBe(2);
  for (const salesId of made) expect(salesId).toMatch(SHAPE);
});

test('the same request gets the same sales ID, and any other request a different one', async () => {
  const derive = (change: Partial<typeof BOUND>, pepper = 'p'.repeat(32)) =>
    deriveSalesId({ ...BOUND, ...change }, pepper);
  const first = await derive({});
  expect(first).toMatch(SHAPE);
  expect(await derive({})).toBe(first);
  const others = await Promise.all([
    derive({ managerId: 'another' }),
    derive({ rep: 'another' }),
    derive({ idempotencyKey: `${BOUND.idempotencyKey}4` }),
    derive({}, 'q'.repeat(32)),
  ]);
  expect(new Set([first, ...others]).size).toBe(5);
});
