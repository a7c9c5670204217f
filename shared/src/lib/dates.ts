const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * A stored calendar day, shown as the same day in every time zone. @example formatDay('2026-03-09') // 'Mar 9, 2026'
 */
export function formatDay(isoDate: string): string {
  const [year, month = 0, day] = isoDate.slice(0, 10).split('-').map(Number);
  return `${MONTHS[month - 1]} ${day}, ${year}`;
}
