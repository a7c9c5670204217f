import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { Button } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { useHostServices, useRep } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { flag, id } from '../../lib/search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { LazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { LazyPart } from '../../ui/parts/lazy-part.tsx';
import { QueryState, Refreshing } from '../../ui/tables/query-state.tsx';
import { allSales, type FilteredDashboard, salesDashboardQuery } from './api.ts';
import { ChartsSection } from './charts/charts-section.tsx';
import { FiguresSkeleton, SalesFigures } from './figures.tsx';
import { SalesFilters } from './filters.tsx';
import { SALE_COLUMNS, SORT_CHOICES, sortOfChoice } from './list.tsx';
import { SalesExportButton, SalesList } from './sales-list.tsx';
import { EVERY_SALE, SALES_SEARCH, type SalesView, salesOn, searchOfOrder } from './search.ts';

const OPEN = { sale: id('sale') };
const SHOWN = { statements: flag('show', 'statements') };

/** Fetched after the rows. */
const loadExplanation = () => import('./details.tsx');
/** Fetched when the rep opens them. */
const loadStatements = () => import('./statements/own-statements.tsx');

/** The rep's own sales, or statements of them. */
export function CommissionsPanel() {
  const { state, change } = useSearchState(SHOWN);
  const isReturning = useRef(false);
  if (useRep().id === '') return <ErrorState title="No sales representative ID available" />;
  if (state.statements) {
    return (
      <LazyPart
        load={loadStatements}
        props={{
          onBack() {
            isReturning.current = true;
            change({ statements: false });
          },
        }}
        pending={
          <PendingRegion label="Loading your statements">
            <Skeleton className="h-80 w-full" />
          </PendingRegion>
        }
        failed={(retry) => <ErrorState title="Failed to load your statements." onRetry={retry} />}
      />
    );
  }
  return (
    <Commissions title="My Commissions">
      {() => (
        <div className="print:hidden">
          <Button
            ref={(button) => {
              if (isReturning.current) button?.focus();
              isReturning.current = false;
            }}
            className="text-sm"
            onClick={() => change({ statements: true })}
          >
            My statements
          </Button>
        </div>
      )}
    </Commissions>
  );
}

interface CommissionsProps {
  title: string;
  /** Whose sales, for a manager. */
  scope?: string;
  /** The fields of the address. */
  fields?: typeof SALES_SEARCH;
  columns?: typeof SALE_COLUMNS;
  /** All sales of a view, for the file. */
  pages?: typeof allSales;
  /** What follows the figures. */
  children?(view: SalesView, dashboard: UseQueryResult<FilteredDashboard>): ReactNode;
}

/** Figures, charts and sales for the chosen view. Each part loads, fails and recovers separately. */
export function Commissions(props: CommissionsProps) {
  const { title, scope, fields = SALES_SEARCH, columns = SALE_COLUMNS, pages = allSales, children } = props;
  const { api } = useHostServices();
  const search = useSearchState(fields, EVERY_SALE);
  const opened = useSearchState(OPEN);
  const [serverDay, setServerDay] = useState<string | null>(null);
  // The server's day decides. This computer's day may be wrong and is only used until the server's day is known.
  const today = serverDay ?? new Date().toISOString().slice(0, 10);
  const own = salesOn(today, search.state);
  const view = { ...own, filter: { ...own.filter, scope } };
  const dashboard = useQuery(salesDashboardQuery(api, view));
  const figures = dashboard.data;
  // Cached answers may be from the previous day.
  if (figures !== undefined && (serverDay === null || figures.today > serverDay)) setServerDay(figures.today);
  const [areRowsSettled, setRowsSettled] = useState(false);
  const saleId = opened.state.sale;

  const heading = useRef<HTMLHeadingElement>(null);
  function showGroup(commission: CommissionGroup) {
    search.change({ commission_groups: [commission] });
    heading.current?.focus();
  }
  useShortcuts({ c: search.clear });

  return (
    <div className="flex flex-col gap-5">
      <h2 className="sr-only text-heading print:not-sr-only">{title}</h2>
      <SalesFilters search={search} view={view} today={today} products={figures?.products ?? []} />
      <KeptFocus>
        <QueryState
          query={dashboard}
          what="totals"
          skeleton={<FiguresSkeleton />}
          stale="These totals could not be refreshed and may be out of date."
        >
          {(shown) => (
            <Refreshing isOld={dashboard.isPlaceholderData}>
              <SalesFigures dashboard={shown} onShow={showGroup} />
            </Refreshing>
          )}
        </QueryState>
      </KeptFocus>
      {children?.(view, dashboard)}
      <ChartsSection
        dashboard={figures}
        isPending={dashboard.isPending}
        mayLoad={areRowsSettled}
        onChoose={search.change}
      />
      <section aria-labelledby="portal-sales-heading">
        <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
          <h3
            ref={heading}
            id="portal-sales-heading"
            tabIndex={-1}
            className="scroll-mt-24 text-heading outline-none"
          >
            Sales
          </h3>
          <SalesExportButton
            view={view}
            columns={columns}
            pages={pages}
            // A count for the previous filter does not apply to this one.
            allCount={dashboard.isPlaceholderData ? undefined : figures?.totals.salesCount}
          />
          <SelectField
            label="Order"
            className="w-full md:hidden"
            value={`${view.sort} ${view.direction}`}
            options={SORT_CHOICES}
            onChange={(choice) => search.change(searchOfOrder(...sortOfChoice(choice)))}
          />
        </div>
        <KeptFocus>
          <SalesList
            view={view}
            columns={columns}
            dashboard={figures}
            areTotalsOld={dashboard.isPlaceholderData}
            onSort={(sort, direction) => search.change(searchOfOrder(sort, direction))}
            openId={saleId}
            onOpen={(sale) => opened.change({ sale })}
            onClear={search.clear}
            onSettled={() => setRowsSettled(true)}
          />
        </KeptFocus>
      </section>
      <LazyDialog
        load={loadExplanation}
        isLikely={areRowsSettled}
        props={
          saleId === null
            ? null
            : {
                saleId,
                onSale: (sale) => opened.change({ sale }),
                onClose: () => opened.change({ sale: null }, 'replace'),
              }
        }
      />
    </div>
  );
}
