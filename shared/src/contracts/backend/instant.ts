import { z } from '../../lib/zod.ts';

/** An instant of an answer: UTC ISO 8601, or with another offset. */
export const instant = z.iso.datetime({ offset: true });

/** An instant of a request from the year 2000 on, with an offset that PostgreSQL accepts and at most microseconds. */
export const askedInstant = instant.check(
  z.maxLength(40),
  z.regex(/^[2-9].*(Z|[+-](0\d|1[0-4]):\d\d)$/, 'Not a time zone'),
);
