import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('spaces, other characters and a seventh digit of a pasted code are dropped', () => {
  expect(codeDigits('123 456')).toBe('123456');
  expect(codeDigits(' 12-34 56 78')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
});

/** Regression: what these keyboards type disappeared, digit by digit. */
test.each(['١٢٣٤٥٦', '۱۲۳۴۵۶', '１２３４５６', '１２３　۴۵۶'])(
  'the digits of %s are those of 123456',
  (typed) => {
    expect(codeDigits(typed)).toBe('123456');
  },
);
