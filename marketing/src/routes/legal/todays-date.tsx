import { useHydrated } from '../../use-hydrated.ts';

/** Today's date in the visitor's time zone. The prerendered page cannot know it and shows the word 'today'. */
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
