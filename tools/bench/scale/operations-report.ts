import { formatTable } from '../../command/format-table.ts';
import { median, quantile } from '../samples.ts';

/** One kind of step in one tab. Times are milliseconds. */
export interface OperationsFigures {
  tab: string;
  step: string;
  /** From the press, or from the start of the navigation, to the paint of the rows. */
  screenMs: readonly number[];
  /** The same calls for rows, straight to the API. */
  callMs: readonly number[];
}

/** The longest that a first screen may take, median, milliseconds. */
const FIRST_SCREEN_LIMIT_MS = 1_000;
/** The longest that filter, search, sort and page may take, median, milliseconds. */
const STEP_LIMIT_MS = 150;

function limitOf({ step }: OperationsFigures): number {
  return step.startsWith('first screen') ? FIRST_SCREEN_LIMIT_MS : STEP_LIMIT_MS;
}

export function operationsTable(all: readonly OperationsFigures[]): string {
  const heads = ['tab', 'step', 'limit', 'median', 'slowest tenth', 'samples', 'its call alone'];
  const rows = all.map((figures) => {
    const { tab, step, screenMs, callMs } = figures;
    const times = [limitOf(figures), median(screenMs), quantile(screenMs, 0.9)];
    return [
      tab,
      step,
      ...times.map((ms) => String(Math.round(ms))),
      String(screenMs.length),
      median(callMs).toFixed(1),
    ];
  });
  return formatTable([heads, ...rows], 2);
}

/** @returns the name of each whose median is over its limit */
export function slowSteps(all: readonly OperationsFigures[]): string[] {
  return all
    .filter((figures) => !(median(figures.screenMs) <= limitOf(figures)))
    .map(({ tab, step, screenMs }) => `${tab}, ${step}: ${Math.round(median(screenMs))} ms`);
}
