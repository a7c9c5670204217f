import type { Question } from '../content/content-schemas.ts';

interface AccordionProps {
  items: readonly Question[];
  /** Name of the group, unique on the page. One item of a group is open at a time. */
  name: string;
  className?: string;
}

/** Answers in `<details>`: keyboard, search in the page and printing work with and without scripts. */
export function Accordion({ items, name, className = '' }: AccordionProps) {
  return (
    <div className={`border-b border-line ${className}`}>
      {items.map(({ question, answer }) => (
        <details key={question} name={name} className="group border-t border-line">
          <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium hover:text-teal [&::-webkit-details-marker]:hidden">
            {question}
            <svg
              aria-hidden="true"
              viewBox="0 0 16 16"
              className="size-4 shrink-0 text-teal print:hidden"
              fill="none"
            >
              <path d="M2 8h12" stroke="currentColor" strokeWidth="2" />
              <path className="group-open:hidden" d="M8 2v12" stroke="currentColor" strokeWidth="2" />
            </svg>
          </summary>
          <p className="max-w-measure pr-8 pb-4 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  );
}
