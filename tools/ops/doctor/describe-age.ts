const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** `3 days`, `5 hours`, `less than an hour`, rounded down. */
export function describeAge(ageMs: number): string {
  const days = Math.floor(ageMs / DAY_MS);
  if (days >= 2) return `${days} days`;
  const hours = Math.floor(ageMs / HOUR_MS);
  if (hours < 1) return 'less than an hour';
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
