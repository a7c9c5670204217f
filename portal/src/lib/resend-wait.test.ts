import { expect, test } from 'vitest';
import { resendWaitSeconds } from './resend-wait.ts';

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
