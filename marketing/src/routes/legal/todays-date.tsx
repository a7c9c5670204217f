import { useHydrated } from '../../use-hydrated.ts';

/** Today in the visitor's own time zone. The prerendered page cannot know it, and says so in the word itself. */
export function TodaysDate() {
  return useHydrated() ? <Today /> : 'today';
}

function Today() {
  const now = new Date();
  return <time dateTime={isoDay(now)}>{DAY.format(now)}</time>;
}

const DAY = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** @example isoDay(new Date(2026, 2, 9)) // '2026-03-09' */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
