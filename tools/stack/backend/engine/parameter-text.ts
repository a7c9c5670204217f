/**
 * As in `pg_type`: boolean, bigint, smallint, integer, text, bpchar, varchar, date, timestamp, timestamptz, numeric,
 * uuid.
 */
export const TYPES_SENT_AS_TEXT = [16, 20, 21, 23, 25, 1042, 1043, 1082, 1114, 1184, 1700, 2950] as const;

/**
 * Hands a value over as PostgREST does: text as it stands, anything else as its JSON, which the database refuses by its
 * type. The drivers' own way is an error without a code, which looks like a fault of the server.
 */
export function parameterText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'bigint' ? String(value) : JSON.stringify(value);
}
