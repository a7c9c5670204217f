import { expect, test } from 'vitest';
import { createVerificationCode } from './verification-code.ts';

/** Returns these bits one after the other, as a generator would. */
const drawing = (...bits: number[]) => {
  const rest = [...bits];
  return () => rest.shift() ?? 0;
};

test.each([
  [0, '100000'],
  [899_999, '999999'],
  [900_000, '100000'],
  [4_294_799_999, '999999'],
])('%i becomes %s', (bits, code) => {
  expect(createVerificationCode(drawing(bits))).toBe(code);
});

test('bits that would favor the first codes are drawn again', () => {
  expect(createVerificationCode(drawing(4_294_800_000, 2 ** 32 - 1, 7))).toBe('100007');
});

test('codes of the real generator have six digits and fill the whole range', () => {
  const codes = Array.from({ length: 20_000 }, () => createVerificationCode());
  for (const code of codes) expect(code).toMatch(/^[1-9]\d{5}$/);
  const perTenth = Array.from(
    { length: 9 },
    (_, i) => codes.filter((code) => code[0] === String(i + 1)).length,
  );
  // 2,222 expected, with a standard deviation of 44: six of them in each direction.
  for (const count of perTenth) expect(Math.abs(count - 20_000 / 9)).toBeLessThan(270);
});
