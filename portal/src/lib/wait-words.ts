import { counted } from '@corvane/shared/lib/counted';

/**
 * When to try again, for the end of a sentence. Up to 90 of a unit, the smaller unit says it more exactly.
 * @param seconds whole and positive. Null if the answer did not say.
 * @example waitWords(240) // 'in 4 minutes'
 */
export function waitWords(seconds: number | null): string {
  if (seconds === null) return 'in a few minutes';
  if (seconds <= 90) return `in ${counted(seconds, 'second')}`;
  if (seconds <= 90 * 60) return `in ${counted(Math.ceil(seconds / 60), 'minute')}`;
  return `in ${counted(Math.ceil(seconds / 3600), 'hour')}`;
}
