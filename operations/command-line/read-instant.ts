import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

const daySchema = z.iso.date();
const instantSchema = z.iso.datetime({ offset: true });

/**
 * A day (its beginning in UTC) or an instant with its offset, as people write them on the command line.
 * @returns UTC ISO 8601
 * @throws UserError for anything else. That includes a day that is not in the calendar, and a year outside 1 to 9999.
 */
export function readInstant(written: string): string {
  if (!daySchema.safeParse(written).success && !instantSchema.safeParse(written).success) {
    throw new UserError(
      `"${written}" is neither a day such as 2026-12-01 nor an instant such as 2026-12-01T09:00:00Z`,
    );
  }
  // JavaScript takes a day alone to begin in UTC.
  const instant = new Date(written).toISOString();
  // An offset can move the last day of a year into the next one.
  if (!/^(?!0000)\d{4}-/.test(instant))
    throw new UserError(`"${written}" is not in the years 1 to 9999 of UTC`);
  return instant;
}
