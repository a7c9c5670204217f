import { monthSchema } from '@corvane/shared/contracts/backend/statements/statements';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { one } from '../../../lib/search-state.ts';
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
      <StatementView
        month={state.month}
        repId={null}
        back="All my statements"
        onBack={() => change({ month: null })}
      />
    );
  }
  return (
    <section aria-labelledby="portal-statements-heading" className="flex flex-col gap-5">
      <div className="print:hidden">
        <Button className="text-sm" onClick={onBack}>
          Back to My Commissions
        </Button>
      </div>
      <h3 id="portal-statements-heading" className="text-heading">
        My statements
      </h3>
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
    </section>
  );
}
