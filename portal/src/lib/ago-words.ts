import { whenUsed } from '@corvane/shared/lib/when-used';

const words = whenUsed(() => new Intl.RelativeTimeFormat('en-US'));

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * How long ago something was, in its largest whole unit.
 * @example agoWords(130_000) // '2 minutes ago'
 */
export function agoWords(agoMs: number): string {
  for (const [unit, sizeMs] of UNITS) {
    if (agoMs >= sizeMs) return words().format(-Math.floor(agoMs / sizeMs), unit);
  }
  return 'just now';
}
