import type { VersionFigures } from '@corvane/shared/contracts/backend/operations/release-figures';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { InstantAgo } from '../../ui/facts/facts.tsx';
import { StatusMark } from '../../ui/facts/status-mark.tsx';
import { BESIDE_NAME, type Column, RowName } from '../../ui/tables/data-table.tsx';
import type { ReleaseRow } from './release-rows.ts';

/** A row with what browsers saw of its version. */
export interface ToldRelease extends ReleaseRow {
  /** null without a report. undefined while the figures are not known. */
  figures: VersionFigures | null | undefined;
}

export const RELEASE_COLUMNS: readonly Column<ToldRelease>[] = [
  {
    id: 'version',
    head: 'Version',
    opens: true,
    cell: ({ version, change }) => <RowName detail={originWords(change)}>{version}</RowName>,
  },
  {
    id: 'standing',
    head: 'State',
    className: `lg:min-w-48 ${BESIDE_NAME}`,
    cell: ({ standing: { words, shape, isNow } }) => (
      <StatusMark shape={shape} tone={isNow ? 'text-ink' : 'text-muted'} shapeTone={isNow ? 'text-teal' : ''}>
        {words}
      </StatusMark>
    ),
  },
  {
    id: 'when',
    head: 'Since',
    className: 'tabular leading-5 whitespace-nowrap max-lg:col-span-2 lg:min-w-40',
    cell: ({ change }) =>
      change === null ? (
        <span className="text-muted">not known</span>
      ) : (
        <InstantAgo at={change.at} className="flex gap-x-2 lg:block" />
      ),
  },
  {
    id: 'failures',
    head: 'Failures',
    phoneLabel: 'Failures',
    className: 'tabular leading-5 max-lg:col-span-2 lg:min-w-56 lg:whitespace-nowrap',
    cell: ({ figures }) => <Failures figures={figures} />,
  },
  {
    id: 'speed',
    head: 'Page speed',
    phoneLabel: 'Page speed',
    className: ({ figures }) =>
      `tabular leading-5 max-lg:col-span-2 lg:min-w-32 lg:whitespace-nowrap lg:pr-5! ${figures ? '' : 'max-lg:hidden'}`,
    cell: ({ figures }) => <Speed figures={figures} />,
  },
];

function originWords(change: ReleaseRow['change']): string {
  const { commit = null, person = '' } = change ?? {};
  const words = [commit === null ? '' : `Commit ${commit}`, person].filter((word) => word !== '');
  return words.length === 0 ? 'Commit not known' : words.join(', ');
}

function Failures({ figures }: Pick<ToldRelease, 'figures'>) {
  if (!figures) return <Untold figures={figures} />;
  return (
    <>
      <span className="lg:block">{failureWords(figures)}</span>{' '}
      <span className="text-muted lg:block">{`in ${counted(figures.views, 'page load')}`}</span>
    </>
  );
}

/** Why a version has no figures. */
export function Untold({ figures }: { figures: null | undefined }) {
  return <span className="text-muted">{figures === null ? 'no reports' : 'not known'}</span>;
}

/** @example failureWords(…) // '3 failed loads, 12 errors' */
export function failureWords({ failures, errors }: VersionFigures): string {
  if (failures + errors === 0) return 'none';
  return `${counted(failures, 'failed load')}, ${counted(errors, 'error')}`;
}

function Speed({ figures }: Pick<ToldRelease, 'figures'>) {
  if (!figures) return <Untold figures={figures} />;
  return figures.lcpMs === null ? <Untold figures={null} /> : <span>{formatSeconds(figures.lcpMs)}</span>;
}

/** @example formatSeconds(1234) // '1.2 s' */
export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** @example formatMs(1234.5) // '1,235 ms' */
export function formatMs(ms: number): string {
  return `${formatCount(Math.round(ms))} ms`;
}
