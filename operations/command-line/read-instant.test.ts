import { expect, test } from 'vitest';
import { readInstant } from './read-instant.ts';

test.each([
  ['2026-12-01', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01T09:00:00+02:00', '2026-12-01T07:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is the instant %s', (written, instant) => {
  expect(readInstant(written)).toBe(instant);
});

test.each(['tomorrow', '2026-02-30', '2026-12-01T09:00:00', '10000-01-01'])(
  '"%s" is no instant',
  (written) => {
    expect(() => readInstant(written)).toThrow(
      `"${written}" is neither a day such as 2026-12-01 nor an instant`,
    );
  },
);

/** Regression: in UTC it is in the year 10000, which the database answered with 400. */
test.each(['9999-12-31T23:59:59-14:00', '0000-01-01T00:00:00+14:00'])(
  '%s is outside the years',
  (written) => {
    expect(() => readInstant(written)).toThrow(`"${written}" is not in the years 1 to 9999 of UTC`);
  },
);
