import type { OperationsToday } from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { one } from '../../lib/search-state.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useReloading } from '../../lib/shown.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { WaitingList } from '../../ui/parts/waiting-list.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { todayQuery } from './api.ts';
import { FailedMails, LinksEnding, ReleaseFailures } from './list.tsx';
import { waitingItems } from './waiting.tsx';

/** The lists that this tab shows itself, because no other tab has them. */
const OPEN = { waiting: one('waiting', ['links', 'mails', 'releases']) };
const TITLES = {
  links: 'Access links that end today',
  mails: 'Mails that failed',
  releases: 'Failures of live versions',
} as const;

/** The items that need attention, with links to them. */
export default function TodayPanel() {
  const { api } = useHostServices();
  const { state, change } = useSearchState(OPEN);
  const query = useQuery(useReloading(todayQuery(api)));
  const list = state.waiting;
  const close = () => change({ waiting: null }, 'replace');

  return (
    <Panel id="today" title="Today">
      <QueryState
        query={query}
        what="what waits"
        skeleton={<Skeleton className="h-72 w-full" />}
        stale="These figures could not be refreshed and may be out of date."
      >
        {(today) => (
          <>
            <Waiting today={today} />
            {list === null ? null : (
              <TodaySection key={list} title={TITLES[list]} onClose={close}>
                {list === 'links' ? <LinksEnding /> : null}
                {list === 'mails' ? <FailedMails today={today} /> : null}
                {list === 'releases' ? <ReleaseFailures today={today} /> : null}
              </TodaySection>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function Waiting({ today }: { today: OperationsToday }) {
  return (
    <WaitingList
      items={waitingItems(today, useServerNow())}
      path="/sales-portal/operations"
      empty={
        <EmptyState title="Nothing waits.">{`No new request, no failed mail, no link that ends today, no request held back, no price that changes within ${counted(today.soonDays, 'day')}, no live version that fails, and no known fault of the site.`}</EmptyState>
      }
    />
  );
}

interface TodaySectionProps {
  title: string;
  onClose(): void;
  children: ReactNode;
}

/** A list opened from a figure. Its title takes the focus, because the list is below the pressed figure. */
function TodaySection({ title, onClose, children }: TodaySectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby={id} className="mt-3">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h3 id={id} ref={heading} tabIndex={-1} className="font-sans text-base outline-none">
          {title}
        </h3>
        <Button variant="quiet" className="text-sm" onClick={onClose}>
          Close
          <span className="sr-only">{` ${title}`}</span>
        </Button>
      </div>
      {children}
    </section>
  );
}
