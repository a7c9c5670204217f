import { createHash } from 'node:crypto';
import { formatTable } from '../../command/format-table.ts';
import { markdownTable } from '../../command/markdown-table.ts';
import { type PlantedFault, type SimulatedOutcome, simulateCanary } from './simulated-canary.ts';

const PROMISED = {
  /** Of 1,000 harmless canaries, at most so many are aborted. */
  aborted: 10,
  /** Of 1,000 harmful canaries, at least so many are aborted before half of the views. */
  caught: 950,
} as const;

type Outcomes = Record<PlantedFault, readonly SimulatedOutcome[]>;

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

interface CanaryRow {
  canaryViews: number;
  /** Of the harmless canaries. Includes those that were promoted before. */
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

/** The first canaries of each kind: few enough for a test. */
export const SAMPLE = { count: 60, canaryPercent: 10, maxCanaryViews: 8000 } as const;

/** Code that decides one canary of the sample differently, or later, draws another table, and gives another mark. */
function markOf(sample: Outcomes): string {
  const digest = createHash('sha256').update(JSON.stringify(sample)).digest('hex').slice(0, 16);
  return `<!-- sample ${digest} -->`;
}

/** For docs/releasing.md: the table, with the mark of the code that drew it. */
export function canarySection(rows: readonly CanaryRow[], sample: Outcomes): string {
  const figure = (value: number) => value.toLocaleString('en-US');
  const caught = (value: number) => `${figure(value)}${value >= PROMISED.caught ? '' : ' (too little)'}`;
  const cells = rows.map((row) => [
    figure(row.canaryViews),
    `${figure(row.harmlessAborted)}${row.harmlessAborted <= PROMISED.aborted ? '' : ' (too many)'}`,
    figure(row.harmlessPromoted),
    caught(row.failingCaught),
    caught(row.slowCaught),
    figure(row.harmfulPromoted),
  ]);
  const head = [
    'Views of the canary',
    'Harmless aborted',
    'Harmless promoted',
    'Failing caught',
    'Slow caught',
    'Harmful promoted',
  ];
  return `${markdownTable([head, ...cells])}\n\n${markOf(sample)}`;
}
