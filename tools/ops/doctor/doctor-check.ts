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

export const unknown = (says: string, mend?: string): Finding => ({
  verdict: 'unknown',
  says,
  ...(mend === undefined ? {} : { mend }),
});
