import type { RankedRep } from '@corvane/shared/contracts/backend/sales/sales-ranking';
import type { SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatCount } from '@corvane/shared/lib/counted';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { paceWords, targetShare } from '@corvane/shared/lib/target-words';
import type { ReactNode } from 'react';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { type Column, RowName } from '../../../ui/tables/data-table.tsx';
import { SALE_COLUMNS } from '../list.tsx';

export const RANKING_SORTS = [
  'name',
  'salesCents',
  'salesCount',
  'netCommissionCents',
  'earnedCents',
  'openedCount',
  'openedSoldCount',
  'target',
] as const;
export type RankingSort = (typeof RANKING_SORTS)[number];

/** Figures start with the largest, names with A. */
export function firstWay(by: RankingSort): SortDirection {
  return by === 'name' ? 'asc' : 'desc';
}

/** The representatives in an order. Equal figures follow by name. */
export function ranked(reps: readonly RankedRep[], by: RankingSort, way: SortDirection): RankedRep[] {
  const sign = way === 'asc' ? 1 : -1;
  const byName = (a: RankedRep, b: RankedRep) => a.name.localeCompare(b.name, 'en');
  return [...reps].sort((a, b) =>
    by === 'name' ? sign * byName(a, b) : sign * (figureOf(a, by) - figureOf(b, by)) || byName(a, b),
  );
}

/** Of a target, the share that is reached. Without one, less than any. */
function figureOf(rep: RankedRep, by: Exclude<RankingSort, 'name'>): number {
  if (by !== 'target') return rep[by];
  return rep.targetCents === null ? Number.MIN_SAFE_INTEGER : rep.netSalesCents / rep.targetCents;
}

const figure = (
  sort: Exclude<RankingSort, 'name'>,
  head: string,
  cell: (rep: RankedRep) => ReactNode,
): Column<RankedRep, RankingSort> => ({
  id: sort,
  head,
  sort,
  phoneLabel: head,
  align: 'right',
  className: 'tabular leading-5 whitespace-nowrap',
  // One element, so that a card has a label and a value.
  cell: (rep) => <span>{cell(rep)}</span>,
});

/**
 * The representatives and what they are compared by.
 * @param paceDay the day of the running month up to which sales are shown. null: targets have no pace
 */
export const rankingColumns = (paceDay: string | null): readonly Column<RankedRep, RankingSort>[] => [
  {
    id: 'name',
    head: 'Representative',
    sort: 'name',
    opens: true,
    cell: ({ name, isDisabled }) => <RowName detail={isDisabled ? 'Disabled' : null}>{name}</RowName>,
  },
  {
    ...figure('salesCents', 'Sales value', ({ salesCents }) => <SignedCents cents={salesCents} />),
    className: 'tabular leading-5 font-medium whitespace-nowrap',
  },
  figure('target', 'Target', ({ netSalesCents, targetCents }) =>
    targetCents === null ? (
      <span className="text-muted">none</span>
    ) : (
      <>
        <span>{targetShare(netSalesCents, targetCents)}</span>{' '}
        <span className="text-muted lg:block">
          {`of ${formatPriceCents(targetCents)}${paceDay === null ? '' : ','}`}
        </span>
        {paceDay === null ? null : (
          <span className="text-muted lg:block">{` ${paceWords(netSalesCents, targetCents, paceDay)}`}</span>
        )}
      </>
    ),
  ),
  figure('salesCount', 'Sales', ({ salesCount }) => formatCount(salesCount)),
  figure('netCommissionCents', 'Remaining commission', ({ netCommissionCents }) => (
    <SignedCents cents={netCommissionCents} />
  )),
  figure('earnedCents', 'Earned', ({ earnedCents }) => <SignedCents cents={earnedCents} />),
  figure('openedCount', 'Links opened', ({ openedCount }) => formatCount(openedCount)),
  figure('openedSoldCount', 'Became sales', ({ openedCount, openedSoldCount }) => (
    <>
      <span>{formatCount(openedSoldCount)}</span>
      {openedCount === 0 ? null : (
        <span className="text-muted">{` (${Math.round((100 * openedSoldCount) / openedCount)} %)`}</span>
      )}
    </>
  )),
];

/** The orders in words, for phones without column headers. */
export const RANKING_CHOICES = rankingColumns(null).flatMap(({ head, sort }) =>
  sort === undefined ? [] : [{ value: sort, label: head }],
);

/** The columns of My Commissions. Among the sales of everyone, each also names who sold it. */
export const TEAM_SALE_COLUMNS: typeof SALE_COLUMNS = SALE_COLUMNS.map((column) =>
  column.id !== 'customer'
    ? column
    : {
        ...column,
        cell: (sale) => (
          <>
            {column.cell(sale)}
            <span className="block leading-5 text-muted">{`Sold by ${sale.representative}`}</span>
          </>
        ),
        csv: [...(column.csv ?? []), ['Representative', ({ representative = '' }) => representative]],
      },
);
