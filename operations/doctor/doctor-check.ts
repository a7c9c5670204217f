import type { Look } from './look.ts';

/** `unknown`: the doctor could not check, so the item is neither right nor wrong. */
export type Verdict = 'right' | 'wrong' | 'unknown';

export interface Finding {
  verdict: Verdict;
  /** What was seen, as a sentence. Never a secret. */
  says: string;
  /** Advice that replaces the check's own. */
  mend?: string;
}

/** One thing that must hold in production. */
export interface DoctorCheck {
  /** Names the check for monitors. Stays the same from version to version. */
  name: string;
  /** The question, for the report. */
  asks: string;
  /** What to do when the answer is wrong. */
  mend: string;
  /** Asked of each web machine. Without, it is asked once. */
  isOfMachine?: true;
  /** @throws when it cannot look */
  look(look: Look): Promise<Finding>;
}

export const right = (says: string): Finding => ({ verdict: 'right', says });

export const wrong = (says: string, mend?: string): Finding => ({
  verdict: 'wrong',
  says,
  ...(mend === undefined ? {} : { mend }),
});

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
