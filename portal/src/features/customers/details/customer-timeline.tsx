import type { CustomerTimeline as Timeline } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { QueryState } from '../../../ui/tables/query-state.tsx';
import { customerName } from '../customer-name.ts';
import { customerTimelineQuery } from '../customers.queries.ts';
import { timelineWords } from './timeline-words.ts';

/** The history of a customer's access, newest first, in plain words. */
export function CustomerTimeline({ repId, customer }: { repId: string; customer: Customer }) {
  const { api } = useHostServices();
  const timeline = useQuery(customerTimelineQuery(api, repId, customer.customerId));
  const skeleton = [0, 1, 2, 3].map((line) => <Skeleton key={line} className="mb-3 h-10 w-full" />);
  return (
    <QueryState query={timeline} what="the history" skeleton={skeleton}>
      {({ lines, hasMore }) => <Lines lines={lines} hasMore={hasMore} customer={customer} />}
    </QueryState>
  );
}

function Lines({ lines, hasMore, customer }: Timeline & { customer: Customer }) {
  if (lines.length === 0) return <p className="text-sm text-muted">Nothing is on record yet.</p>;
  return (
    <>
      <ol className="border-l border-line text-sm">
        {lines.map((line) => (
          <li key={line.id} className="relative pb-3 pl-4 last:pb-0">
            <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-control" />
            <span className="block leading-5 wrap-anywhere">
              {timelineWords(line, customerName(customer))}
            </span>
            <time
              dateTime={line.occurredAt}
              title={formatExactInstant(line.occurredAt)}
              className="tabular block text-xs leading-5 text-muted"
            >
              {formatInstant(line.occurredAt)}
            </time>
          </li>
        ))}
      </ol>
      {hasMore ? <p className="mt-3 text-sm text-muted">Some older lines are not shown.</p> : null}
    </>
  );
}
