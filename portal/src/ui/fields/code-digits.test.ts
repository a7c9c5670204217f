import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('spaces, other characters and a seventh digit of a pasted code are dropped', () => {
  expect(codeDigits('123 456')).toBe('123456');
  expect(codeDigits(' 12-34 56 78')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
  expect(codeDigits('١٢٣')).toBe('');
});
