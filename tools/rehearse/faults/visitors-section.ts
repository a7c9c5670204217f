import { markdownTable } from '../../command/markdown-table.ts';
import type { FaultReport } from './fault.ts';

/** Below this mark docs/several-machines.md has what visitors saw. */
export const VISITORS_MARK = 'rehearsal';

interface VisitorsReport {
  measuredAt: string;
  processors: number;
  processorModel: string;
  faults: readonly Pick<
    FaultReport,
    | 'title'
    | 'tookMs'
    | 'calls'
    | 'failedCalls'
    | 'longestMs'
    | 'longestOf'
    | 'lost'
    | 'signedOut'
    | 'failures'
  >[];
}

/** What people who looked at pages, sent forms and saw prices met during each fault, for docs/several-machines.md. */
export function visitorsSection({ measuredAt, processors, processorModel, faults }: VisitorsReport): string {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const rows = faults.map(({ title, tookMs, calls, failedCalls, longestMs, longestOf, ...seen }) => [
    title,
    seconds(tookMs),
    `${failedCalls} of ${calls}`,
    `${seconds(longestMs)}, ${longestOf}`,
    whatPeopleSaw(seen),
  ]);
  return [
    `Measured on ${measuredAt.slice(0, 10)}: ${processors} processors (${processorModel}).`,
    '',
    markdownTable([
      ['What happened', 'Took', 'Calls that failed', 'Longest wait', 'What people saw'],
      ...rows,
    ]),
  ].join('\n');
}

function whatPeopleSaw({
  failures,
  signedOut,
  lost,
}: Pick<FaultReport, 'failures' | 'signedOut' | 'lost'>): string {
  const seen = Object.entries(failures).map(([kind, times]) => `${kind}, ${count(times, 'time')}`);
  if (signedOut > 0) seen.push(`${count(signedOut, 'person')} signed out`);
  if (lost > 0) seen.push(`${count(lost, 'contact request')} lost`);
  return seen.length === 0 ? 'nothing' : seen.join('; ');
}

function count(figure: number, what: string): string {
  if (figure === 1) return `1 ${what}`;
  return `${figure} ${what === 'person' ? 'people' : `${what}s`}`;
}
