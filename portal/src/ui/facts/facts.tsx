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

interface ContactLineProps {
  company: string;
  /** '' when the address is shown elsewhere. */
  address: string;
}

/** Company and address below a person's name. On a phone each has a line. A long address breaks before the @. */
export function ContactLine({ company, address }: ContactLineProps) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <>
      {company === '' ? null : <span className="max-lg:block">{company}</span>}
      {company === '' || address === '' ? null : <span className="max-lg:hidden"> · </span>}
      {address === '' ? null : (
        <span className="max-lg:block">
          <span>{address.slice(0, at)}</span>
          <wbr />
          <span>{address.slice(at)}</span>
        </span>
      )}
    </>
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
