import { counted } from './counted.ts';

const UNITS = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * A duration for a sentence, in the largest unit that divides it: '48 hours', '10 minutes', '1 hour'. Never in days,
 * because readers take those for calendar days.
 * @param seconds whole and positive
 */
export function durationWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0) ?? UNITS[2];
  return counted(seconds / size, unit);
}
