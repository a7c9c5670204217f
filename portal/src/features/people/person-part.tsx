import { formatCount } from '@corvane/shared/lib/counted';
import type { ReactElement, ReactNode } from 'react';

interface PersonPartProps {
  title: string;
  /** The available actions. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of the stored data. An empty part is shown too, so readers know that it was checked. */
export function PersonPart({ title, action, children }: PersonPartProps) {
  return (
    <section className="rounded-panel border border-line bg-surface px-4 pt-3 pb-2 md:px-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h4 className="font-sans text-base font-semibold">{title}</h4>
        {action}
      </div>
      {children}
    </section>
  );
}

export function NothingStored() {
  return <p className="pb-2 text-sm text-muted">Nothing is stored.</p>;
}

/** Facts within a part. */
export function PartFacts({ children }: { children: ReactNode }) {
  return <div className="pt-3 pb-3 wrap-anywhere">{children}</div>;
}

interface PersonListProps<Item> {
  title: string;
  items: readonly Item[];
  /** The number of stored entries, if it may exceed the listed ones. */
  storedCount?: number | undefined;
  /** Below the entries, in place of the advice for the ones that are not listed. */
  rest?: ReactElement | null;
  keyOf(item: Item, index: number): string;
  children(item: Item): ReactNode;
}

/** A folded list: its name and number of entries, then the newest entries. On paper it is unfolded. */
export function PersonList<Item>({
  title,
  items,
  storedCount,
  rest,
  keyOf,
  children,
}: PersonListProps<Item>) {
  const count = storedCount ?? items.length;
  if (count === 0) {
    return (
      <p className="flex min-h-11 items-center border-t border-line text-sm text-muted">{title}: none</p>
    );
  }
  return (
    <details className="open-on-paper border-t border-line text-sm">
      <summary className="kept-on-paper min-h-11 cursor-pointer py-3 font-medium hover:text-teal">
        {title} <span className="tabular font-normal text-muted">{formatCount(count)}</span>
      </summary>
      <ul className="mb-3 border-l-2 border-line pl-4">
        {items.map((item, index) => (
          <li key={keyOf(item, index)} className="py-1.5 leading-5 wrap-anywhere">
            {children(item)}
          </li>
        ))}
      </ul>
      {rest !== undefined ? (
        rest
      ) : count > items.length ? (
        <p className="mb-3 text-muted">
          The newest {formatCount(items.length)} of {formatCount(count)} are listed. An export holds all.
        </p>
      ) : null}
    </details>
  );
}
