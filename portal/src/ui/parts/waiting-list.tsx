import { formatCount, nounFor } from '@corvane/shared/lib/counted';
import type { ReactNode } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';

/** A kind of item that needs attention. */
export interface WaitingItem {
  id: string;
  count: number;
  /** In place of the count, above the words. @example '$1,200' */
  figure?: string;
  /** Words after the count. @example 'new requests, older than 2 days' */
  words: string;
  /** Since when or until when. */
  detail?: string | null;
  /** Query string of its list. */
  search: string;
  /** Whether it can cause damage today: links that end, failures of live versions. */
  isUrgent?: boolean;
  /** Says that there are no such items. Completes 'Nothing else waits: …'. */
  none: string;
}

/** The first fields of an item. @example waitingItem('mails', 2, 'mail', ' failed') // words: 'mails failed' */
export function waitingItem(id: string, count: number, noun: string, rest: string) {
  return { id, count, words: nounFor(count, noun) + rest };
}

interface WaitingListProps {
  items: readonly WaitingItem[];
  /** Of the page with their lists. */
  path: string;
  /** In place of the list when nothing waits. */
  empty: ReactNode;
}

/** Each figure links to its list. One sentence names the kinds without items. */
export function WaitingList({ items, path, empty }: WaitingListProps) {
  const waiting = items.filter(({ count }) => count > 0);
  const quiet = items.filter(({ count }) => count === 0).map(({ none }) => none);
  if (waiting.length === 0) return empty;
  return (
    <>
      <ul className="overflow-hidden rounded-panel border border-line bg-surface">
        {waiting.map((item) => (
          <li key={item.id} className="border-b border-line last:border-b-0">
            <WaitingLink item={item} path={path} />
          </li>
        ))}
      </ul>
      {quiet.length === 0 ? null : (
        <p className="max-w-measure text-sm text-muted">{`Nothing else waits: ${quiet.join(', ')}.`}</p>
      )}
    </>
  );
}

function WaitingLink({ item, path }: { item: WaitingItem; path: string }) {
  const { Link } = useHostServices();
  const isSum = item.figure !== undefined;
  const figure = (
    <span
      className={`tabular font-display text-xl leading-none font-medium tracking-tight sm:text-2xl ${item.isUrgent ? 'text-danger' : 'text-teal'} ${isSum ? 'mb-1.5 block' : 'text-right'}`}
    >
      {item.figure ?? formatCount(item.count)}
    </span>
  );
  return (
    <Link
      to={`${path}${item.search}`}
      className={`group grid min-h-14 items-center gap-x-4 px-4 py-2.5 text-ink no-underline outline-focus -outline-offset-2 hover:bg-paper focus-visible:outline-2 ${isSum ? 'grid-cols-[minmax(0,1fr)_auto]' : 'grid-cols-[minmax(2.5rem,max-content)_minmax(0,1fr)_auto] sm:grid-cols-[minmax(3rem,max-content)_minmax(0,1fr)_auto]'}`}
    >
      {isSum ? null : figure}
      <span className="min-w-0 wrap-anywhere">
        {isSum ? figure : null}
        <span className="block leading-5 font-medium group-hover:underline group-hover:underline-offset-4">
          {item.words}
        </span>
        {!item.detail ? null : (
          <span className="line-clamp-3 text-sm leading-5 text-muted">{item.detail}</span>
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
