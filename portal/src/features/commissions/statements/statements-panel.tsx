import { STATEMENTS_CHANGE_MAX } from '@corvane/shared/contracts/backend/statements/statement-change';
import { monthSchema, type Statement } from '@corvane/shared/contracts/backend/statements/statements';
import { counted } from '@corvane/shared/lib/counted';
import { formatMonth, monthsDown } from '@corvane/shared/lib/months';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { id, one } from '../../../lib/search-state.ts';
import { useReloading } from '../../../lib/shown.ts';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { Panel } from '../../../ui/parts/panel.tsx';
import { DataTable, RowButton } from '../../../ui/tables/data-table.tsx';
import { ExportButton } from '../../../ui/tables/export-button.tsx';
import { QueryState, Refreshing } from '../../../ui/tables/query-state.tsx';
import { exportedStatements, monthStatementsQuery } from './api.ts';
import { ChangeDialog, type StatementAction } from './change-dialog.tsx';
import { STATEMENT_COLUMNS, STATEMENT_LOOK, STATEMENTS_CSV } from './list.tsx';
import { StatementView } from './statement.tsx';

const SEARCH = { month: one('statements-month', monthSchema), rep: id('statement') };

/** The statements of a month, for managers: approved, paid, and given to payroll. */
export default function StatementsPanel() {
  const { api } = useHostServices();
  const { state, change } = useSearchState(SEARCH);
  const query = useQuery(useReloading(monthStatementsQuery(api, state.month)));
  const [asked, setAsked] = useState<{ action: StatementAction; repIds: readonly string[] } | null>(null);
  const { data } = query;
  const rows = data?.rows ?? [];
  const isOver = data !== undefined && data.month < data.thisMonth;
  const actionOf = useCallback(
    ({ status }: Statement): StatementAction | null => {
      if (status === 'draft') return isOver ? 'approve' : null;
      return status === 'approved' ? 'pay' : null;
    },
    [isOver],
  );
  const rowActions = useCallback(
    (statement: Statement, tabIndex: 0 | -1) => {
      const action = actionOf(statement);
      return action === null ? null : (
        <RowButton
          tabIndex={tabIndex}
          of={statement.name}
          onClick={() => setAsked({ action, repIds: [statement.repId] })}
        >
          {action === 'approve' ? 'Approve' : 'Mark as paid'}
        </RowButton>
      );
    },
    [actionOf],
  );
  const idsFor = (action: StatementAction) =>
    rows
      .filter((row) => actionOf(row) === action)
      .slice(0, STATEMENTS_CHANGE_MAX)
      .map(({ repId }) => repId);
  const [drafts, approved] = [idsFor('approve'), idsFor('pay')];

  return (
    <Panel id="statements" title="Statements">
      {state.rep !== null && data !== undefined ? (
        <StatementView
          month={data.month}
          repId={state.rep}
          back="All statements"
          onBack={() => change({ rep: null })}
        />
      ) : (
        <QueryState
          query={query}
          what="the statements"
          skeleton={<Skeleton className="h-80 w-full" />}
          stale="These statements could not be refreshed and may be out of date."
        >
          {({ month, thisMonth, firstMonth, firstOpenMonth }) => (
            <>
              <div className="flex flex-wrap items-end gap-2 print:hidden">
                <SelectField
                  label="Month (UTC)"
                  className="max-md:w-full"
                  value={month}
                  options={monthsDown(firstMonth, thisMonth).map((value) => ({
                    value,
                    label: formatMonth(value),
                  }))}
                  onChange={(chosen) => change({ month: chosen })}
                />
                {drafts.length === 0 ? null : (
                  <Button
                    variant="signal"
                    className="text-sm"
                    onClick={() => setAsked({ action: 'approve', repIds: drafts })}
                  >
                    Approve {counted(drafts.length, 'draft')}
                  </Button>
                )}
                {approved.length === 0 ? null : (
                  <Button className="text-sm" onClick={() => setAsked({ action: 'pay', repIds: approved })}>
                    Mark {counted(approved.length, 'statement')} as paid
                  </Button>
                )}
                <span className="grow" />
                <ExportButton
                  format={STATEMENTS_CSV}
                  pages={(signal) => exportedStatements(api, month, signal)}
                  fileName={`statements-${month}.csv`}
                  noun="statement"
                  what="the statements"
                  allCount={rows.length}
                />
              </div>
              {firstOpenMonth !== null && firstOpenMonth < month ? (
                <p className="text-sm print:hidden">
                  Months are approved in order. {formatMonth(firstOpenMonth)} is the first with a draft.{' '}
                  <Button
                    variant="quiet"
                    className="text-sm"
                    onClick={() => change({ month: firstOpenMonth })}
                  >
                    Show it
                  </Button>
                </p>
              ) : null}
              {isOver ? null : (
                <p className="text-sm text-muted">This month is not over. Its drafts are as of today.</p>
              )}
              <p className="hidden text-sm print:block">{formatMonth(month)}</p>
              <KeptFocus>
                {rows.length === 0 ? (
                  <EmptyState title="There is no commission in this month." />
                ) : (
                  <Refreshing isOld={query.isPlaceholderData}>
                    <DataTable
                      caption="Statements of the month. Amounts in US dollars. Enter opens one."
                      columns={STATEMENT_COLUMNS}
                      look={STATEMENT_LOOK}
                      rows={rows}
                      idOf={({ repId }) => repId}
                      actions={rowActions}
                      opensIn="place"
                      onOpen={({ repId }) => change({ month, rep: repId })}
                    />
                  </Refreshing>
                )}
              </KeptFocus>
              {asked === null ? null : (
                <ChangeDialog
                  key={`${asked.action} ${asked.repIds.join()}`}
                  action={asked.action}
                  month={month}
                  statements={rows.filter(({ repId }) => asked.repIds.includes(repId))}
                  onClose={() => setAsked(null)}
                />
              )}
            </>
          )}
        </QueryState>
      )}
    </Panel>
  );
}
