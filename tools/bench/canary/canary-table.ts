import { formatTable } from '../../command/format-table.ts';
import { type PlantedFault, type SimulatedOutcome, simulateCanary } from './simulated-canary.ts';

export const PROMISED = {
  /** Of 1,000 harmless canaries, at most so many are aborted. */
  aborted: 10,
  /** Of 1,000 harmful canaries, at least so many are aborted before half of the views. */
  caught: 950,
} as const;

export type Outcomes = Record<PlantedFault, readonly SimulatedOutcome[]>;

/** Decides so many canaries of each kind, with the seeds 1, 2, 3, … */
export function simulateCanaries(
  count: number,
  options: { canaryPercent: number; maxCanaryViews: number },
  say: (fault: PlantedFault) => void = () => {},
): Outcomes {
  const outcomesOf = (fault: PlantedFault) => {
    say(fault);
    return Array.from({ length: count }, (_, index) =>
      simulateCanary({ ...options, seed: index + 1, fault, looksOnAfterPromotion: fault === 'none' }),
    );
  };
  return { none: outcomesOf('none'), failing: outcomesOf('failing'), slow: outcomesOf('slow') };
}

export interface CanaryRow {
  canaryViews: number;
  /** Of the harmless canaries; also those that were promoted before. */
  harmlessAborted: number;
  harmlessPromoted: number;
  /** Aborted before half of the views. */
  failingCaught: number;
  slowCaught: number;
  harmfulPromoted: number;
}

/** What became of each kind by that many views. A canary that ends earlier was looked at in the same way. */
export function rowAt({ none, failing, slow }: Outcomes, canaryViews: number): CanaryRow {
  const by = (views: number, at: number | null) => at !== null && at <= views;
  const caught = (outcomes: readonly SimulatedOutcome[]) =>
    outcomes.filter(({ abortedAt }) => by(canaryViews / 2, abortedAt)).length;
  return {
    canaryViews,
    harmlessAborted: none.filter(({ abortedAt }) => by(canaryViews, abortedAt)).length,
    harmlessPromoted: none.filter(({ promotedAt }) => by(canaryViews, promotedAt)).length,
    failingCaught: caught(failing),
    slowCaught: caught(slow),
    harmfulPromoted: [...failing, ...slow].filter(({ promotedAt }) => by(canaryViews, promotedAt)).length,
  };
}

export function formatRows(rows: readonly CanaryRow[], count: number): string {
  const scale = count / 1000;
  const mark = (caught: number) => `${caught}${caught >= PROMISED.caught * scale ? '' : ' *'}`;
  return formatTable(
    [
      [
        'views of the canary',
        `harmless aborted (at most ${PROMISED.aborted * scale})`,
        'harmless promoted',
        `failing caught by half (at least ${PROMISED.caught * scale})`,
        `slow caught by half (at least ${PROMISED.caught * scale})`,
        'harmful promoted',
      ],
      ...rows.map((row) => [
        String(row.canaryViews),
        `${row.harmlessAborted}${row.harmlessAborted <= PROMISED.aborted * scale ? '' : ' *'}`,
        String(row.harmlessPromoted),
        mark(row.failingCaught),
        mark(row.slowCaught),
        String(row.harmfulPromoted),
      ]),
    ],
    0,
  );
}
