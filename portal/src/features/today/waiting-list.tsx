import type { OperationsToday } from '@corvane/shared/contracts/backend/operations/operations-today';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useHostServices } from '../../app/host-services-context.tsx';
import { type WaitingItem, waitingItems } from './waiting-items.ts';

interface WaitingListProps {
  today: OperationsToday;
  clockAheadMs: number;
}

/** Each figure links to its list. One sentence names the kinds without items. */
export function WaitingList({ today, clockAheadMs }: WaitingListProps) {
  const items = waitingItems(today, useServerNow(clockAheadMs));
  const waiting = items.filter(({ count }) => count > 0);
  const quiet = items.filter(({ count }) => count === 0).map(({ none }) => none);
  if (waiting.length === 0) {
    return (
      <EmptyState title="Nothing waits.">
        No new request, no failed mail, no link that ends today, nothing in quarantine, no price that changes
        within {counted(today.soonDays, 'day')}, and no live version that fails.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className="overflow-hidden rounded-panel border border-line bg-surface">
        {waiting.map((item) => (
          <li key={item.id} className="border-b border-line last:border-b-0">
            <WaitingLink item={item} />
          </li>
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <p className="max-w-measure text-sm text-muted">Nothing else waits: {quiet.join(', ')}.</p>
      )}
    </>
  );
}

function WaitingLink({ item }: { item: WaitingItem }) {
  const { Link } = useHostServices();
  return (
    <Link
      to={`/sales-portal/operations${item.search}`}
      className="group grid min-h-14 grid-cols-[minmax(2.5rem,max-content)_minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-2.5 text-ink no-underline outline-focus -outline-offset-2 hover:bg-paper focus-visible:outline-2 sm:grid-cols-[minmax(3rem,max-content)_minmax(0,1fr)_auto]"
    >
      <span
        className={`tabular text-right font-display text-xl leading-none font-semibold tracking-tight sm:text-2xl ${item.isUrgent ? 'text-danger' : 'text-teal'}`}
      >
        {formatCount(item.count)}
      </span>
      <span className="min-w-0 wrap-anywhere">
        <span className="block leading-5 font-semibold group-hover:underline group-hover:underline-offset-4">
          {item.words}
        </span>
        {item.detail === '' ? null : (
          <span className="block text-sm leading-5 text-muted">{item.detail}</span>
        )}
      </span>
      <svg
        aria-hidden="true"
        viewBox="0 0 12 12"
        className="size-3 text-muted"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      >
        <path d="m4 2 4 4-4 4" />
      </svg>
    </Link>
  );
}
