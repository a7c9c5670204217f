import { expect, test, vi } from 'vitest';
import { formatDeadline, formatExactInstant, formatTimeLeft, timeZoneName } from './instants.ts';

/** Newer ICU data separates the time from AM with a narrow space. */
const plain = (text: string) => text.replace(/\u202f/g, ' ');

test('an exact moment names its time zone and follows summer time', () => {
  expect(plain(formatExactInstant('2026-11-23T14:05:00Z', 'America/New_York'))).toBe(
    'Mon, Nov 23, 2026, 9:05 AM EST',
  );
  expect(plain(formatExactInstant('2026-07-01T14:05:00+00:00', 'America/New_York'))).toBe(
    'Wed, Jul 1, 2026, 10:05 AM EDT',
  );
  expect(timeZoneName('2026-11-23T14:05:00Z', 'America/New_York')).toBe('Eastern Standard Time');
});

// From Christmas on, a link for a week said on which day it ended, but not when.
test('a deadline has its hour, in another year too', () => {
  vi.stubEnv('TZ', 'UTC');
  const now = new Date('2026-12-28T10:00:00Z');
  expect(plain(formatDeadline('2026-12-29T09:05:00Z', now))).toBe('Dec 29, 9:05 AM');
  expect(plain(formatDeadline('2027-01-04T09:05:00Z', now))).toBe('Jan 4, 2027, 9:05 AM');
  vi.unstubAllEnvs();
});

test('the time left shows hours and minutes, and seconds in the last hour', () => {
  expect(formatTimeLeft(48 * 3_600_000)).toBe('48 h 0 min');
  expect(formatTimeLeft(3_600_000)).toBe('1 h 0 min');
  expect(formatTimeLeft(3_599_999)).toBe('59 min 59 s');
  expect(formatTimeLeft(999)).toBe('0 min 0 s');
  expect(formatTimeLeft(0)).toBe('none');
  expect(formatTimeLeft(-5)).toBe('none');
});

// A list of requests made a format for each row in each second.
test('another exact moment does not need another format', () => {
  formatExactInstant('2026-11-23T14:05:00Z');
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  formatExactInstant('2026-11-24T14:05:00Z');
  expect(made).not.toHaveBeenCalled();
  made.mockRestore();
});
