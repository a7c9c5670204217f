import { installCommand, isSystemProgram } from '../machine/system-packages.ts';
import { addResults, countsOf, type StageResult } from './stages/stage.ts';
import type { StageRun } from './stages/stages.ts';

/** A journey may look too early once in a while. More than this is a fault. */
const MAX_RETRIED = 2;

interface Summary {
  text: string;
  isGreen: boolean;
}

/**
 * The last lines of a run. First the failures, and how to install what skipped tests need. Then the time of each stage,
 * how to repeat the run, and the counts.
 * @param repeat the command that runs the same again
 */
export function summaryOf(runs: readonly StageRun[], repeat: string): Summary {
  const total = limitRetried(addResults(runs.map(({ result }) => result)));
  const times = runs.map(({ name, seconds }) => `${name} ${seconds} s`).join(', ');
  const all = runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const lines = [`Time: ${times}. In all: ${all} s`, `The same again: ${repeat}`];
  return {
    text: [...findingsOf(total), '', ...lines, ...retriedOf(total), '', countsOf(total)].join('\n'),
    isGreen: total.failed === 0 && total.passed > 0,
  };
}

/** Failures, and tests that did not run. */
export function findingsOf({ failures = [], skipped = [] }: StageResult): string[] {
  const lines: string[] = [];
  if (failures.length > 0) lines.push('', 'Failed:', ...failures.map((line) => `  ${line}`));
  if (skipped.length > 0) {
    lines.push('', 'Did not run:');
    lines.push(
      ...skipped.map(({ what, tests, needs }) => `  ${what} (${tests}), needs: ${needs.join(', ')}`),
    );
  }
  const programs = [...new Set(skipped.flatMap(({ needs }) => needs))].filter(isSystemProgram);
  if (programs.length > 0) lines.push('', `Install what is missing: ${installCommand(programs)}`);
  return lines;
}

function retriedOf({ retried = [] }: StageResult): string[] {
  return retried.length > 0 ? [`Passed at the second try (${retried.length}): ${retried.join('; ')}`] : [];
}

function limitRetried(result: Required<StageResult>): StageResult {
  const { passed, failed, failures, retried } = result;
  if (retried.length <= MAX_RETRIED) return result;
  const why = `${retried.length} journeys passed only at the second try. At most ${MAX_RETRIED} may`;
  return {
    ...result,
    passed: passed - retried.length,
    failed: failed + retried.length,
    failures: [...failures, why],
  };
}
