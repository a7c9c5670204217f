import { useHydrated } from '../../use-hydrated.ts';

/** Today's date in the visitor's time zone. The prerendered page cannot know it and shows the word 'today'. */
export function TodaysDate() {
  return useHydrated() ? <Today /> : <span>today</span>;
}

function Today() {
  const now = new Date();
  return <time dateTime={isoDay(now)}>{dayInWords(now)}</time>;
}

/** @example isoDay(new Date(2026, 2, 9)) // '2026-03-09' */
function isoDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Without `Intl`: its first formatter takes 60 ms of a slow phone, before the page answers.
 * @example dayInWords(new Date(2026, 2, 9)) // 'Mar 9, 2026'
 */
export function dayInWords(date: Date): string {
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}
