import { monthSchema } from '@corvane/shared/contracts/backend/statements/statements';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useEffect, useRef } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { one } from '../../../lib/search-state.ts';
import { Panel } from '../../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../../ui/tables/data-list.tsx';
import { useReturnToRow } from '../../../ui/tables/use-return-to-row.ts';
import { FIGURES_LOOK } from '../list.tsx';
import { ownStatementsQuery } from './api.ts';
import { OWN_COLUMNS } from './list.tsx';
import { StatementView } from './statement.tsx';

const SEARCH = { month: one('statement-month', monthSchema) };

/** The representative's own statements, in place of My Commissions. */
export default function OwnStatements({ onBack }: { onBack(): void }) {
  const { state, change } = useSearchState(SEARCH);
  const place = useReturnToRow<HTMLDivElement>(state.month, 'h2');
  return (
    <div ref={place}>
      {state.month === null ? (
        <OwnMonths onBack={onBack} onOpen={(month) => change({ month })} />
      ) : (
        <Panel id="statements" title="My statements">
          <StatementView
            month={state.month}
            repId={null}
            back="All my statements"
            onBack={() => change({ month: null })}
          />
        </Panel>
      )}
    </div>
  );
}

interface OwnMonthsProps {
  onBack(): void;
  onOpen(month: string): void;
}

/** No tab says the title, so it is on the screen. It takes the focus: the button that led here is gone. */
function OwnMonths({ onBack, onOpen }: OwnMonthsProps) {
  const { api } = useHostServices();
  const list = useRowPages(ownStatementsQuery(api));
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="portal-statements-heading" className="flex flex-col gap-5">
      <Button className="self-start text-sm print:hidden" onClick={onBack}>
        Back to My Commissions
      </Button>
      <h2
        ref={heading}
        id="portal-statements-heading"
        tabIndex={-1}
        className="text-heading focus-visible:outline-none"
      >
        My statements
      </h2>
      <DataList
        list={list}
        what="your statements"
        noun="month"
        first="newest"
        caption="Your statements by month. Amounts in US dollars. Enter opens one."
        columns={OWN_COLUMNS}
        look={FIGURES_LOOK}
        idOf={({ month }) => month}
        opensIn="place"
        openerTitle="Show the lines of this statement"
        onOpen={({ month }) => onOpen(month)}
        empty={
          <EmptyState title="No statements yet.">
            The first one appears here with your first commission.
          </EmptyState>
        }
      />
    </section>
  );
}
