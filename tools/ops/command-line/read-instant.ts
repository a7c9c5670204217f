import { z } from 'zod';
import { UserError } from '../../command/user-error.ts';

const daySchema = z.iso.date();
const instantSchema = z.iso.datetime({ offset: true });

/**
 * A day (its beginning in UTC) or an instant with its offset, as people write them on the command line.
 * @returns UTC ISO 8601
 * @throws UserError for anything else, also for a day that is not in the calendar.
 */
export function readInstant(written: string): string {
  if (daySchema.safeParse(written).success) return `${written}T00:00:00.000Z`;
  if (instantSchema.safeParse(written).success) return new Date(written).toISOString();
  throw new UserError(
    `"${written}" is neither a day such as 2026-12-01 nor an instant such as 2026-12-01T09:00:00Z`,
  );
}
