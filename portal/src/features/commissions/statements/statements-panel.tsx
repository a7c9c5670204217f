import {
  type MonthStatements,
  monthSchema,
  type Statement,
} from '@corvane/shared/contracts/backend/statements/statements';
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
import { useReturnToRow } from '../../../ui/tables/use-return-to-row.ts';
import { FIGURES_LOOK } from '../list.tsx';
import { exportedStatements, monthStatementsQuery } from './api.ts';
import { ApproveDialog, PayDialog } from './change-dialog.tsx';
import { STATEMENT_COLUMNS, STATEMENTS_CSV } from './list.tsx';
import { StatementView } from './statement.tsx';

const SEARCH = { month: one('statements-month', monthSchema), rep: id('statement') };

/** What is asked before it is done: for one representative, or for all. */
interface Asked {
  action: 'approve' | 'pay';
  rep: Statement | null;
}

/** The statements of a month, for managers: approved, paid, and given to payroll. */
export default function StatementsPanel() {
  const { api } = useHostServices();
  const { state, change } = useSearchState(SEARCH);
  const query = useQuery(useReloading(monthStatementsQuery(api, state.month)));
  const [asked, setAsked] = useState<Asked | null>(null);
  const { data } = query;
  const place = useReturnToRow<HTMLDivElement>(state.rep, 'select');
  const rowActions = useCallback(
    (statement: Statement, tabIndex: 0 | -1) => {
      const action = data === undefined ? null : actionOf(data, statement);
      return action === null ? null : (
        <RowButton
          tabIndex={tabIndex}
          of={statement.name}
          onClick={() => setAsked({ action, rep: statement })}
        >
          {action === 'approve' ? 'Approve' : 'Mark as paid'}
        </RowButton>
      );
    },
    [data],
  );

  return (
    <div ref={place}>
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
            {(statements) => (
              <>
                <div className="flex flex-wrap items-end gap-2 print:hidden">
                  <SelectField
                    label="Month (UTC)"
                    className="max-md:w-full"
                    value={statements.month}
                    options={monthsDown(statements.firstMonth, statements.thisMonth).map((value) => ({
                      value,
                      label: formatMonth(value),
                    }))}
                    onChange={(chosen) => change({ month: chosen })}
                  />
                  <ForAllButtons
                    statements={statements}
                    onAsk={(action) => setAsked({ action, rep: null })}
                  />
                  <span className="grow" />
                  <ExportButton
                    format={STATEMENTS_CSV}
                    pages={(signal) => exportedStatements(api, statements.month, signal)}
                    fileName={`statements-${statements.month}.csv`}
                    noun="statement"
                    what="the statements"
                    allCount={statements.rows.length}
                  />
                </div>
                <Notes statements={statements} onMonth={(month) => change({ month })} />
                <KeptFocus>
                  {statements.rows.length === 0 ? (
                    <EmptyState title="There is no commission in this month." />
                  ) : (
                    <Refreshing isOld={query.isPlaceholderData}>
                      <DataTable
                        caption="Statements of the month. Amounts in US dollars. Enter opens one."
                        columns={STATEMENT_COLUMNS}
                        look={FIGURES_LOOK}
                        rows={statements.rows}
                        idOf={({ repId }) => repId}
                        actions={rowActions}
                        opensIn="place"
                        onOpen={({ repId }) => change({ month: statements.month, rep: repId })}
                      />
                    </Refreshing>
                  )}
                </KeptFocus>
                {asked === null ? null : (
                  <ChangeDialog asked={asked} statements={statements} onClose={() => setAsked(null)} />
                )}
              </>
            )}
          </QueryState>
        )}
      </Panel>
    </div>
  );
}

const isOver = ({ month, thisMonth }: MonthStatements) => month < thisMonth;

/** What the manager may do next with a statement. Another manager approves and pays their own. */
function actionOf(of: MonthStatements, { repId, status }: Statement): Asked['action'] | null {
  if (repId === of.ownRepId) return null;
  if (status === 'draft') return isOver(of) ? 'approve' : null;
  return status === 'approved' ? 'pay' : null;
}

/** What the manager may approve, and pay. */
const openOf = ({ open, ownRepId }: MonthStatements) => open.filter(({ repId }) => repId !== ownRepId);
const approvedOf = (of: MonthStatements) => of.rows.filter((row) => actionOf(of, row) === 'pay');

interface ForAllButtonsProps {
  statements: MonthStatements;
  onAsk(action: Asked['action']): void;
}

function ForAllButtons({ statements, onAsk }: ForAllButtonsProps) {
  const { month } = statements;
  const [open, approved] = [openOf(statements), approvedOf(statements)];
  return (
    <>
      {open.length === 0 ? null : (
        <Button variant="signal" className="text-sm" onClick={() => onAsk('approve')}>
          {open.some(({ since }) => since < month)
            ? `Approve all months up to ${formatMonth(month)}`
            : `Approve ${counted(open.length, 'draft')}`}
        </Button>
      )}
      {approved.length === 0 ? null : (
        <Button
          className="text-sm"
          onClick={() => onAsk('pay')}
        >{`Mark ${counted(approved.length, 'statement')} as paid`}</Button>
      )}
    </>
  );
}

interface NotesProps {
  statements: MonthStatements;
  onMonth(month: string): void;
}

/** What there is to know before the buttons are pressed. */
function Notes({ statements, onMonth }: NotesProps) {
  const { month, firstOpenMonth, ownRepId, rows } = statements;
  return (
    <>
      {firstOpenMonth !== null && firstOpenMonth < month ? (
        <p className="text-sm print:hidden">
          <span>{`Months are approved in order. ${formatMonth(firstOpenMonth)} is the first with a draft.`}</span>{' '}
          <Button variant="quiet" className="text-sm" onClick={() => onMonth(firstOpenMonth)}>
            Show it
          </Button>
        </p>
      ) : null}
      {isOver(statements) ? null : (
        <p className="text-sm text-muted">This month is not over. Its drafts are as of today.</p>
      )}
      {rows.some(({ repId, status }) => repId === ownRepId && status !== 'paid') ? (
        <p className="text-sm text-muted print:hidden">
          Another manager approves and pays your own statement.
        </p>
      ) : null}
      <p className="hidden text-sm print:block">{formatMonth(month)}</p>
    </>
  );
}

interface ChangeDialogProps {
  asked: Asked;
  /** As the list has them now. */
  statements: MonthStatements;
  onClose(): void;
}

function ChangeDialog({ asked: { action, rep }, statements, onClose }: ChangeDialogProps) {
  const isAsked = ({ repId }: { repId: string }) => rep === null || rep.repId === repId;
  const about = { month: statements.month, name: rep?.name, onClose };
  return action === 'approve' ? (
    <ApproveDialog {...about} open={openOf(statements).filter(isAsked)} />
  ) : (
    <PayDialog {...about} statements={approvedOf(statements).filter(isAsked)} />
  );
}
