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
  'Sales IDSR-K0X1-2VW1-ZZZ0',
  'SR-K0X1-2VW1-ZZZ0 (Dana)',
  'ID SR-K0X1-2VW1-ZZZ0, thanks',
  'Mr. S. R. Kim: SR-K0X1-2VW1-ZZZ0',
  '编号SR-K0X1-2VW1-ZZZ0谢谢',
  's r k 0 x 1 2 v w 1 z z z 0 is it',
  'SR-K٠X١-٢VW١-ZZZ٠',
  'SR-K۰X۱-۲VW۱-ZZZ۰',
  'SR-K०X१-२VW१-ZZZ०',
  'ＳＲ－Ｋ０Ｘ１－２ＶＷ１－ＺＺＺ０（Dana）',
  '<b>SR-K0X1-2VW1-ZZZ0</b>',
  '<SR K0X1 2VW1 ZZZ0>',
  '<p class="x">SR-K0X1-<wbr>2VW1-ZZ</span><span>Z0</p>',
  'SR&#8209;K0X1&#x2011;2VW1&ndash;ZZZ0&nbsp;Dana',
  'Sr. Mary Rose Kane: SR-K0X1-2VW1-ZZZ0',
  'Sr Data Team Lead SR-K0X1-2VW1-ZZZ0',
  'Sr Data Team 2026: SR-K0X1-2VW1-ZZZ0',
  'SR-K0X1-2VW1-ZZZ0 (Sr Data Team 2026)',
  'Corvane SR: Dana Cole Reed, SR-K0X1-2VW1-ZZZ0',
  '<ID SR-K0X1-2VW1-ZZZ0>',
  '<Dana SR-K0X1-2VW1-ZZZ0>',
  '<Sales ID: SR-K0X1-2VW1-ZZZ0>',
  'Sr. Mary Rose Kane <ID SR-K0X1-2VW1-ZZZ0>',
])('%j is the sales ID SR-K0X1-2VW1-ZZZ0', async (typed) => {
  const pepper = 'p'.repeat(32);
  expect(await hashSalesId(typed, pepper)).toBe(await hashSalesId('SR-K0X1-2VW1-ZZZ0', pepper));
});

test('an ID that has SR in it is not read from there', async () => {
  const pepper = 'p'.repeat(32);
  expect(await hashSalesId('SR-K0SR-2VW1-ZZZ0 Dana', pepper)).toBe(
    await hashSalesId('SR-K0SR-2VW1-ZZZ0', pepper),
  );
});

/** None of these is read as the sales ID that its letters would make. */
test.each([
  ['SR-K0X1-2VW1-ZZZ0A', 'SR-K0X1-2VW1-ZZZ0'],
  ['SR-K0X1-2VW1-ZZZ', 'SR-K0X1-2VW1-ZZZ0'],
  ['USR K0 X12 VW1 ZZZ0', 'SR-K0X1-2VW1-ZZZ0'],
  ['Sr Dana Clark-Lee', 'SR-DANA-CLAR-KLEE'],
  ['SR (Dana) is at Acme Gmb', 'SR-DANA-ISAT-ACME'],
])('%j is not the sales ID %s', async (text, salesId) => {
  const pepper = 'p'.repeat(32);
  expect(await hashSalesId(text, pepper)).not.toBe(await hashSalesId(salesId, pepper));
});

test.each([
  'S',
  'SR',
  'S ',
  'SR-',
  'SR K0X1 ',
  'SR-K0X1-2VW1-ZZZ',
  '<a ',
  '&#',
  '٣',
  'S R K 0 ',
  'SR K0X1 2VW1 ZZZ0 ',
  `S R${' '.repeat(9_000)}0 `,
  `S R${' '.repeat(9_000)}K`,
])('a long text of %j is read in a moment', async (part) => {
  const started = performance.now();
  await hashSalesId(part.repeat(100_000 / part.length), 'p'.repeat(32));
  expect(performance.now() - started).toBeLessThan(1_000);
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
