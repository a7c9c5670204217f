/** Formats by time zone, each made once: making one takes longer than formatting a whole list. */
function formats(options: Intl.DateTimeFormatOptions): (timeZone?: string) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}

const thisYearFormat = formats({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
const otherYearFormat = formats({ year: 'numeric', month: 'short', day: 'numeric' });
const otherYearTimeFormat = formats({
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const soonFormat = formats({ weekday: 'short', hour: 'numeric', minute: '2-digit' });
const timeZoneFormat = formats({ timeZoneName: 'long' });
const exactFormat = formats({
  weekday: 'short',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/**
 * Day and time within this year, the full date in another year.
 * @example formatInstant('2026-11-21T14:05:00Z') // 'Nov 21, 9:05 AM', and from 2027 on 'Nov 21, 2026'
 */
export function formatInstant(instant: string, now = new Date()): string {
  return inYear(instant, now, otherYearFormat);
}

/**
 * Like `formatInstant`, and with the time in another year too: a person must act before it.
 * @example formatDeadline('2027-01-04T14:05:00Z') // 'Jan 4, 2027, 9:05 AM', and from 2027 on 'Jan 4, 9:05 AM'
 */
export function formatDeadline(instant: string, now = new Date()): string {
  return inYear(instant, now, otherYearTimeFormat);
}

function inYear(instant: string, now: Date, otherYear: typeof thisYearFormat): string {
  const date = new Date(instant);
  return (date.getFullYear() === now.getFullYear() ? thisYearFormat : otherYear)().format(date);
}

/**
 * The exact moment with its time zone.
 * @example formatExactInstant('2026-11-23T14:05:00Z', 'America/New_York') // 'Mon, Nov 23, 2026, 9:05 AM EST'
 */
export function formatExactInstant(instant: string, timeZone?: string): string {
  return exactFormat(timeZone).format(new Date(instant));
}

/**
 * A moment in the next days, as short as possible.
 * @example formatSoonInstant('2026-11-24T06:10:00Z', 'America/New_York') // 'Tue 1:10 AM'
 */
export function formatSoonInstant(instant: string, timeZone?: string): string {
  return soonFormat(timeZone).format(new Date(instant)).replace(',', '');
}

/**
 * The name of a time zone in words, as it is called at that moment.
 * @example timeZoneName('2026-11-23T14:05:00Z', 'America/New_York') // 'Eastern Standard Time'
 */
export function timeZoneName(instant: string, timeZone?: string): string {
  const parts = timeZoneFormat(timeZone).formatToParts(new Date(instant));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local time';
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The time left, in its two largest units. Seconds appear only in the last hour.
 * @example formatTimeLeft(93_784_000) // '26 h 3 min'
 */
export function formatTimeLeft(leftMs: number): string {
  if (leftMs <= 0) return 'none';
  const hours = Math.floor(leftMs / HOUR_MS);
  const minutes = Math.floor((leftMs % HOUR_MS) / MINUTE_MS);
  if (hours > 0) return `${hours} h ${minutes} min`;
  return `${minutes} min ${Math.floor((leftMs % MINUTE_MS) / 1000)} s`;
}
