import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import type { ReactNode } from 'react';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';

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

/** When something was, and how long ago that is. */
export function InstantAgo({ at, className }: { at: string; className: string }) {
  const nowMs = useServerNow();
  return (
    <time dateTime={at} title={formatExactInstant(at)} className={className}>
      <span className="block">{formatInstant(at)}</span>
      <span className="block text-muted">{agoWords(nowMs - Date.parse(at))}</span>
    </time>
  );
}

/** Facts in words. Empty ones are left out. */
export function TextFacts({ facts }: { facts: readonly (readonly [label: string, text: string])[] }) {
  return facts.map(([label, text]) =>
    text === '' ? null : (
      <Fact key={label} label={label}>
        <span className="wrap-anywhere">{text}</span>
      </Fact>
    ),
  );
}
