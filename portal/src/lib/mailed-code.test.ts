import { expect, test } from 'vitest';
import { codeDigits, resendWaitSeconds, waitWords } from './mailed-code.ts';

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

const PAUSE_SECONDS = 45;
const SENT_AT_MS = Date.UTC(2026, 10, 21);

test('a code may be sent again after the pause, but not before', () => {
  expect(resendWaitSeconds(SENT_AT_MS, PAUSE_SECONDS, SENT_AT_MS)).toBe(45);
  expect(resendWaitSeconds(SENT_AT_MS, PAUSE_SECONDS, SENT_AT_MS + 44_001)).toBe(1);
  expect(resendWaitSeconds(SENT_AT_MS, PAUSE_SECONDS, SENT_AT_MS + 45_000)).toBe(0);
});

test('setting the clock back an hour does not lengthen the wait', () => {
  expect(resendWaitSeconds(SENT_AT_MS, PAUSE_SECONDS, SENT_AT_MS - 3_600_000)).toBe(0);
});

test.each([
  [null, 'in a few minutes'],
  [1, 'in 1 second'],
  [90, 'in 90 seconds'],
  [91, 'in 2 minutes'],
  [121, 'in 3 minutes'],
  [90 * 60, 'in 90 minutes'],
  [90 * 60 + 1, 'in 2 hours'],
  [2 * 3600 + 1, 'in 3 hours'],
  [86_400, 'in 24 hours'],
])('a wait of %s s is said as "%s"', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words);
});
