import { expect, test } from 'vitest';
import { createVerificationCode } from './random-secret.ts';

test('codes have six digits and fill the whole range', () => {
  const codes = Array.from({ length: 20_000 }, () => createVerificationCode());
  for (const code of codes) expect(code).toMatch(/^[1-9]\d{5}$/);
  const perTenth = Array.from(
    { length: 9 },
    (_, i) => codes.filter((code) => code[0] === String(i + 1)).length,
  );
  // 2,222 expected, with a standard deviation of 44: six of them in each direction.
  for (const count of perTenth) expect(Math.abs(count - 20_000 / 9)).toBeLessThan(270);
});
