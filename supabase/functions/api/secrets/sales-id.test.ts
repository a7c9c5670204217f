import { expect, test } from 'vitest';
import { hashSalesId } from './credential-hash.ts';
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

/** Regression: a sales ID that was read aloud, or copied from a document, was refused. */
test.each([
  'sr-k0x1-2vw1-zzz0',
  '  SR-K0X1-2VW1-ZZZ0. ',
  'SRK0X12VW1ZZZ0',
  'SR K0X1 2VW1 ZZZ0',
  'SR - K0X1 - 2VW1 - ZZZ0',
  'SR–K0X1—2VW1‑ZZZ0',
  'SR−K0X1ー2VW1_ZZZ0',
  'SR-KOXI-2VWL-ZZZo',
  'sr-koxi-2vwl-zzzo',
  'sr-k0xı-2vwİ-zzz0',
  'ＳＲ－Ｋ０Ｘ１－２ＶＷ１－ＺＺＺ０',
  '\u200BSR-K0X1-\u00AD2VW1-\nZZZ0\uFEFF',
  '“SR-K0X1-2VW1-ZZZ0”',
  'Sales ID: SR-K0X1-2VW1-ZZZ0',
])('%j is the sales ID SR-K0X1-2VW1-ZZZ0', async (typed) => {
  const pepper = 'p'.repeat(32);
  expect(await hashSalesId(typed, pepper)).toBe(await hashSalesId('SR-K0X1-2VW1-ZZZ0', pepper));
});

test('a sales ID keeps its stored hash, and others stay different', async () => {
  const pepper = 'p'.repeat(32);
  expect(await hashSalesId('SR-K0X1-2VW1-ZZZ0', pepper)).toBe(
    '88860973800276f08ac8bbfdaffdf08483bde58566b1493a60b18b1c39b43d35',
  );
  const others = [
    'SR-K0X1-2VW1-ZZZ2',
    'SR-K0X1-2VW1-ZZZ',
    'SR-KUX1-2VW1-ZZZ0',
    'DEMO-REP-2018',
    'DEMO-REP-2OI8',
  ];
  const hashes = await Promise.all(others.map((salesId) => hashSalesId(salesId, pepper)));
  expect(new Set(hashes).size).toBe(others.length);
});
