/**
 * How a figure changed, in whole percent of its size before. From nothing there are no percent.
 * @example changeWords(150, 100) // '+50 %'
 */
export function changeWords(now: number, before: number): string {
  if (now === before) return 'same';
  if (before === 0) return 'new';
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  if (percent === 0) return 'under 1 %';
  return `${percent > 0 ? '+' : '\u2212'}${Math.abs(percent).toLocaleString('en-US')} %`;
}
