import { monthSchema } from '@corvane/shared/contracts/backend/statements/statements';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { one } from '../../../lib/search-state.ts';
import { Panel } from '../../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../../ui/tables/data-list.tsx';
import { ownStatementsQuery } from './api.ts';
import { OWN_COLUMNS, STATEMENT_LOOK } from './list.tsx';
import { StatementView } from './statement.tsx';

const SEARCH = { month: one('statement-month', monthSchema) };

/** The representative's own statements, in place of My Commissions. */
export default function OwnStatements({ onBack }: { onBack(): void }) {
  const { api } = useHostServices();
  const { state, change } = useSearchState(SEARCH);
  const list = useRowPages(ownStatementsQuery(api));
  if (state.month !== null) {
    return (
      <Panel id="statements" title="My statements">
        <StatementView
          month={state.month}
          repId={null}
          back="All my statements"
          onBack={() => change({ month: null })}
        />
      </Panel>
    );
  }
  return (
    <Panel id="statements" title="My statements">
      <div className="print:hidden">
        <Button className="text-sm" onClick={onBack}>
          Back to My Commissions
        </Button>
      </div>
      <DataList
        list={list}
        what="your statements"
        noun="month"
        first="newest"
        caption="Your statements by month. Amounts in US dollars. Enter opens one."
        columns={OWN_COLUMNS}
        look={STATEMENT_LOOK}
        idOf={({ month }) => month}
        opensIn="place"
        openerTitle="Show the lines of this statement"
        onOpen={({ month }) => change({ month })}
        empty={
          <EmptyState title="No statements yet.">
            The first one appears here with your first commission.
          </EmptyState>
        }
      />
    </Panel>
  );
}
