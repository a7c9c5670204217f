import { buttonClass } from '@corvane/shared/ui/button';
import type { Claim, ClosingContent } from '../content/content-schemas.ts';
import { PageLink } from '../page-link.tsx';
import { ClaimLabel, FiguresNote } from './claim-words.tsx';

interface ClaimsBandProps {
  title: string;
  claims: readonly Claim[];
  ground?: 'ink' | 'paper';
}

/** One figure that speaks loud, and a quiet list of the others beside it. */
export function ClaimsBand({ title, claims: [first, ...others], ground = 'ink' }: ClaimsBandProps) {
  return (
    <section aria-labelledby="claims-title" className={ground === 'ink' ? 'ground-ink' : ''}>
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-10 px-4 py-12 md:px-6 md:py-20 lg:grid-cols-12">
        <div className="lg:col-span-5">
          <h2 id="claims-title" className="text-heading">
            {title}
          </h2>
          {first === undefined ? null : (
            <p className="mt-8">
              <span className="block font-display text-[clamp(4rem,2.5rem+6vw,7.5rem)] leading-none font-semibold tracking-[-0.04em] tabular">
                {first.written}
              </span>
              <span className="mt-3 block text-lead">
                <ClaimLabel {...first} />
              </span>
            </p>
          )}
        </div>
        <div className="lg:col-span-7">
          <ul>
            {others.map((claim) => (
              <li
                key={claim.label}
                className="grid gap-x-10 border-t border-control py-4 md:grid-cols-[5fr_7fr] md:items-baseline"
              >
                <span className="font-display text-subtitle tabular">{claim.written}</span>
                <span>
                  <ClaimLabel {...claim} />
                </span>
              </li>
            ))}
          </ul>
          <FiguresNote className="border-t border-control pt-4 text-sm text-muted" />
        </div>
      </div>
    </section>
  );
}

/** The end of the page: a contact button. */
export function ClosingSection({ content }: { content: ClosingContent }) {
  return (
    <section aria-labelledby="closing-title" className="ground-teal print:hidden">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6">
        <div>
          <h2 id="closing-title" className="text-title">
            {content.title}
          </h2>
          <p className="mt-3 max-w-measure text-muted">{content.description}</p>
        </div>
        <PageLink action={content.action} className={buttonClass('solid', 'min-h-14 px-8 text-lg')} />
      </div>
    </section>
  );
}

/** Breadcrumb of a service's page: a link to all services, then the service's name. */
export function Breadcrumb({ name }: { name: string }) {
  return (
    <nav aria-label="Breadcrumb" className="font-medium text-teal max-sm:text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        <li>
          <PageLink
            action={{ label: 'Services', to: '/services' }}
            className="inline-flex min-h-11 items-center text-teal underline underline-offset-4"
          />
        </li>
        <li aria-hidden="true">/</li>
        <li aria-current="page">{name}</li>
      </ol>
    </nav>
  );
}

/** A list item with a tick. */
export function TickedItem({ text, className = '' }: { text: string; className?: string }) {
  return (
    <li key={text} className={`flex gap-4 border-t border-line py-4 ${className}`}>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="mt-0.5 size-5 shrink-0 text-teal" fill="none">
        <path d="m3.5 10.5 4.5 4.5 8.5-10" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      {text}
    </li>
  );
}
