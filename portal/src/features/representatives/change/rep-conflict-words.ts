import type { ChangeRepResponse } from '@corvane/shared/contracts/backend/representatives/rep-change';

export type RepConflict = Extract<ChangeRepResponse, { outcome: 'conflict' }>;

/**
 * Who changed the representative first, as one sentence.
 * @example 'Mona Manager changed this representative since you opened this.'
 */
export function conflictWords({ lastChange }: RepConflict): string {
  if (lastChange === null) return 'This representative has changed since you opened this.';
  return `${lastChange.by ?? 'An operator'} changed this representative since you opened this.`;
}
