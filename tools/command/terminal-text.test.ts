import { expect, test } from 'vitest';
import { tableRow, terminalLine } from './terminal-text.ts';

const FORGED = 'Acme\u001b[1A\u001b[2K\nada@example.com\tenabled\u009b31m\u202Eevil';

test('a row keeps its number of columns, on one line, without escape sequences', () => {
  const row = tableRow(['1', FORGED, '3']);
  expect(row).toBe('1\tAcme [1A [2K ada@example.com enabled 31mevil\t3');
});

test('a line keeps its tabs and its indentation, and is one line', () => {
  expect(terminalLine('a\tb')).toBe('a\tb');
  expect(terminalLine('  indented')).toBe('  indented');
  expect(terminalLine(`error: ${FORGED}`)).not.toMatch(/(?!\t)[\p{Cc}\p{Cf}]/u);
});
