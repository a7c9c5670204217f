import type { SiteFinding } from '@corvane/shared/contracts/backend/operations/upkeep';
import { StatusMark, type StatusShape } from '../../ui/facts/status-mark.tsx';
import { BESIDE_NAME, type Column, RowName } from '../../ui/tables/data-table.tsx';

const MARKS = {
  wrong: { words: 'Wrong', shape: 'triangle', tone: 'text-danger' },
  unknown: { words: 'Not known', shape: 'ring', tone: 'text-muted' },
  right: { words: 'Right', shape: 'dot', tone: 'text-ink' },
} as const satisfies Record<SiteFinding['verdict'], { words: string; shape: StatusShape; tone: string }>;
const ORDER = Object.keys(MARKS);

/** What is wrong first. */
export const byVerdict = (findings: readonly SiteFinding[]): SiteFinding[] =>
  [...findings].sort((a, b) => ORDER.indexOf(a.verdict) - ORDER.indexOf(b.verdict));

export const UPKEEP_COLUMNS: readonly Column<SiteFinding>[] = [
  {
    id: 'asks',
    head: 'Check',
    opens: true,
    cell: ({ asks, machine, says }) => (
      <RowName detail={machine === null ? says : `${machine}: ${says}`}>{asks}</RowName>
    ),
  },
  {
    id: 'verdict',
    head: 'State',
    className: `${BESIDE_NAME} lg:pr-5!`,
    cell: ({ verdict }) => <Verdict verdict={verdict} />,
  },
];

export function Verdict({ verdict }: Pick<SiteFinding, 'verdict'>) {
  const { words, shape, tone } = MARKS[verdict];
  return (
    <StatusMark shape={shape} tone={tone}>
      {words}
    </StatusMark>
  );
}
