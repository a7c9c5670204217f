import { expect, test } from 'vitest';
import { neutraliseText, restoreText } from './spreadsheet-text.ts';

test.each(['=1+1', '+1', '-1', '@x', '\tx', '\rx'])('%j does not run in a spreadsheet', (text) => {
  expect(neutraliseText(text)).toBe(`'${text}`);
});

test.each(['', 'Moonshot', '=1+1', "'", "'=1+1", "''x", "'tis", 'a=1'])('%j comes back as it was', (text) => {
  expect(restoreText(neutraliseText(text))).toBe(text);
});

test('an apostrophe that a person wrote stays', () => {
  expect(restoreText("'tis")).toBe("'tis");
});
