import type { Statement, StatementLine } from '@corvane/shared/contracts/backend/statements/statements';
import { formatMonth } from '@corvane/shared/lib/months';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { askFirst } from '../../../ui/dialogs/ask-first.ts';
import { Fact, Moment } from '../../../ui/facts/facts.tsx';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { DataList, useRowPages } from '../../../ui/tables/data-list.tsx';
import { FIGURES_LOOK } from '../list.tsx';
import { type StatementOf, statementQuery } from './api.ts';
import { LineDialog } from './line-dialog.tsx';
import { LINE_COLUMNS } from './list.tsx';

interface StatementViewProps extends StatementOf {
  back: string;
  onBack(): void;
}

/** A sale may have several lines: what became final, and a correction of it. */
const lineIdOf = ({ saleId, kind, saleDate }: StatementLine) => `${saleId} ${kind} ${saleDate}`;

/** One statement with its lines, in place of the list. The page prints as it is shown, with all lines. */
export function StatementView({ back, onBack, ...of }: StatementViewProps) {
  const { api } = useHostServices();
  const say = useDone();
  const list = useRowPages(statementQuery(api, of));
  const { fetchNextPage, hasNextPage, isError, isFetching } = list.query;
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    if (!isPrinting || isFetching) return;
    if (hasNextPage && !isError) {
      void fetchNextPage();
      return;
    }
    setPrinting(false);
    const description = 'Nothing was printed. Please try again.';
    if (hasNextPage) say({ title: 'Failed to load all lines', description, tone: 'error' });
    else window.print();
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const print = () =>
    askFirst(() => {
      say(null);
      // An open line would be printed in place of the statement.
      setOpenId(null);
      setPrinting(true);
      // Also after a failure.
      if (hasNextPage) void fetchNextPage();
    });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { first, rows } = list;
  const opened = rows.find((line) => lineIdOf(line) === openId);
  return (
    <section aria-labelledby="portal-statement-heading" className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Button className="text-sm" onClick={() => askFirst(onBack)}>
          {back}
        </Button>
        <span className="grow" />
        <Button variant="quiet" className="text-sm" busy={isPrinting} onClick={print}>
          Print
        </Button>
      </div>
      <h3
        ref={heading}
        id="portal-statement-heading"
        tabIndex={-1}
        className="text-heading focus-visible:outline-none"
      >{`Statement for ${formatMonth(of.month)}`}</h3>
      {first === undefined ? null : <StatementFigures statement={first.statement} />}
      <DataList
        list={list}
        what="the statement"
        noun="line"
        first="newest"
        caption="Lines of the statement. Amounts in US dollars. Enter opens one."
        columns={LINE_COLUMNS}
        look={FIGURES_LOOK}
        idOf={lineIdOf}
        openId={openId}
        openerTitle="Ask about this line"
        onOpen={(line) => setOpenId(lineIdOf(line))}
        empty={<EmptyState title="No commission is paid in this month." />}
      />
      {opened === undefined || first === undefined ? null : (
        <LineDialog
          key={openId}
          of={of}
          line={opened}
          isDraft={first.statement.status === 'draft'}
          onClose={() => setOpenId(null)}
        />
      )}
    </section>
  );
}

function StatementFigures({ statement }: { statement: Statement }) {
  return (
    <>
      <dl className="grid max-w-xl grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact label="Representative">{statement.name}</Fact>
        <Fact label="Approved">
          <Moment at={statement.approvedAt} />
        </Fact>
        <Fact label="Paid">
          <Moment at={statement.paidAt} />
        </Fact>
      </dl>
      <div className="grid gap-5 md:grid-cols-2">
        <Sum
          title="To pay"
          parts={[
            ['Became final', statement.finalCents, 'Sales whose pending days ended in this month.'],
            ['Clawed back', statement.clawedBackCents, 'Sales with a negative commission.'],
            [
              'Corrections',
              statement.correctionCents,
              'Sales of earlier statements that changed or were cancelled since.',
            ],
          ]}
          total={['To pay', statement.payCents]}
        />
        <Sum
          title="Pending"
          parts={[
            [
              'Carried over from before',
              statement.carriedBeforeCents,
              'What was pending at the end of the month before.',
            ],
            [
              'Earned',
              statement.earnedCents,
              'New commission, less pending commission that was cancelled or changed.',
            ],
            ['Became final', -statement.finalCents || 0, 'No longer pending.'],
          ]}
          total={['Carried over', statement.carriedCents]}
        />
      </div>
    </>
  );
}

interface SumProps {
  title: string;
  parts: readonly (readonly [label: string, cents: number, rule: string])[];
  total: readonly [label: string, cents: number];
}

function Sum({ title, parts, total: [label, cents] }: SumProps) {
  const row = (name: string, value: ReactNode, rule: string | null) => (
    <div key={name} className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
      <dt>
        {name}
        {rule === null ? null : <span className="block text-xs leading-4 text-muted">{rule}</span>}
      </dt>
      <dd className="font-medium">{value}</dd>
    </div>
  );
  return (
    <section className="rounded-panel border border-line bg-surface px-4 py-2 text-sm">
      <h4 className="sr-only">{title}</h4>
      <dl>
        {parts.map(([name, value, rule]) => row(name, <SignedCents cents={value} />, rule))}
        {row(label, <SignedCents cents={cents} />, null)}
      </dl>
    </section>
  );
}
