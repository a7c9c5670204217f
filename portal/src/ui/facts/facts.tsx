import { formatExactInstant } from '@corvane/shared/lib/instants';
import type { ReactNode } from 'react';

/** Facts about one thing, with labels on the left. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="-mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}

/** The exact time, or that it has not happened yet. */
export function Moment({ at }: { at: string | null }) {
  return (
    <span className={at === null ? 'text-muted' : 'tabular'}>
      {at === null ? 'not yet' : <time dateTime={at}>{formatExactInstant(at)}</time>}
    </span>
  );
}
