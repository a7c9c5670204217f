import { expect, test } from 'vitest';
import { codeDigits } from './code-digits.ts';

test('only digits count, spaces of a pasted code are dropped, and so is a seventh digit', () => {
  expect(codeDigits('123 456')).toBe('123456');
  expect(codeDigits(' 12-34 56 78')).toBe('123456');
  expect(codeDigits('abc')).toBe('');
  expect(codeDigits('١٢٣')).toBe('');
});
