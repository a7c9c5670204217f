import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { Button } from '@corvane/shared/ui/button';
import { useEffect, useRef, useState } from 'react';
import { accessRequestOf } from '../../content/contact/contact-form.ts';
import { CONTACT_PAGE } from '../../content/contact/contact-page.ts';
import { useHost } from '../../host-context.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ContactForm } from '../../sections/contact/contact-form.tsx';
import {
  DEFAULT_QUERY,
  PRICING_SOURCE,
  projectTypeOf,
  readContactQuery,
} from '../../sections/contact/contact-query.ts';
import type { ConfirmedRequest } from '../../sections/contact/contact-request.ts';
import { AnswerNote, Reference, thanksTitle, useArrival } from '../../sections/contact/contact-thanks.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';
import { useHydrated } from '../../use-hydrated.ts';

export default function ContactPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <ContactSection search={host.location.search} />
      <StaticSection name="trust" />
    </MarketingPage>
  );
}

const CARD_TITLE_ID = 'contact-card-title';

/** What replaces a buyer's opening: for other people, and for a customer who asks their representative. */
function useOwnOpening(source: string): { title: string; intro: string } | undefined {
  const { session } = useHost();
  const { openings, customer } = CONTACT_PAGE;
  const isAsked = source === PRICING_SOURCE || accessRequestOf(source) !== undefined;
  if (session.status !== 'customer' || !isAsked)
    return Object.hasOwn(openings, source) ? openings[source] : undefined;
  const named = (words: string) => words.replace('{rep}', () => session.customer.repName);
  return { title: named(customer.title), intro: named(customer.intro) };
}

interface ContactSectionProps {
  /** Query of the page's address. */
  search: string;
}

/** The form and what comes of it. It knows its address once it is hydrated. */
function ContactSection({ search }: ContactSectionProps) {
  const { cardTitle } = CONTACT_PAGE;
  const isHydrated = useHydrated();
  const query = isHydrated ? readContactQuery(search) : DEFAULT_QUERY;
  const ownOpening = useOwnOpening(query.source);
  const { title, intro } = ownOpening ?? CONTACT_PAGE;
  const promise = promiseOf(query.source);
  const [sent, setSent] = useState<{ search: string; request: ConfirmedRequest } | null>(null);
  const [isAgain, setIsAgain] = useState(false);
  // Thanks are for one purpose. A link on this page that leads to another one leads to its form.
  const thanked = sent?.search === search ? sent.request : null;

  // Such a link scrolls to the top. The next Tab must continue there, and a screen reader read the new heading.
  const heading = useRef<HTMLHeadingElement>(null);
  /** null until the page knows its address: the first purpose is no change. */
  const [purpose, setPurpose] = useState<{ source: string | null; changes: number }>({
    source: null,
    changes: 0,
  });
  if (isHydrated && purpose.source !== query.source) {
    setPurpose({ source: query.source, changes: purpose.source === null ? 0 : purpose.changes + 1 });
  }
  useEffect(() => {
    if (purpose.changes > 0) heading.current?.focus({ preventScroll: true });
  }, [purpose.changes]);

  return (
    <div className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-4 pt-8 pb-16 md:px-6 md:pt-20 md:pb-24 lg:grid-cols-12 lg:grid-rows-[auto_1fr]">
      <div className="wrap-anywhere lg:col-span-5">
        <h1 ref={heading} tabIndex={-1} className="text-display max-md:text-title">
          {title}
        </h1>
        <p className="mt-6 max-w-measure text-lead text-muted max-md:mt-3">{intro}</p>
      </div>
      <div className="rounded-panel border border-line bg-surface shadow-raised lg:col-span-7 lg:col-start-6 lg:row-span-2 lg:row-start-1 lg:self-start">
        <div aria-hidden="true" className="ruler mx-6 border-t-0 opacity-70 md:mx-10" />
        <div className="p-6 pt-6 md:p-10 md:pt-8">
          {thanked === null ? (
            <>
              {/* A change of the address by script leaves the note where it is. */}
              {purpose.changes === 0 ? <StaticSection name="answer" /> : null}
              <h2 id={CARD_TITLE_ID} className="mb-6 text-subtitle">
                {promise === undefined ? (
                  cardTitle
                ) : (
                  <>
                    <span className="block font-sans text-base tracking-normal text-teal">{cardTitle}</span>
                    <span>{promise}</span>
                  </>
                )}
              </h2>
              <ContactForm
                // Another purpose has other fields and checks. The draft keeps the typed text.
                key={purpose.changes}
                {...query}
                place="page"
                labelledBy={CARD_TITLE_ID}
                projectType={projectTypeOf(query.source)}
                focusFirst={isAgain}
                onSent={(request) => setSent({ search, request })}
              />
            </>
          ) : (
            <ThankYou
              request={thanked}
              onAgain={() => {
                setIsAgain(true);
                setSent(null);
              }}
            />
          )}
        </div>
      </div>
      {ownOpening === undefined ? (
        <div className="lg:col-span-5">
          <StaticSection name="steps" />
        </div>
      ) : null}
    </div>
  );
}

/** Replaces the form and takes the focus once a request has arrived. */
function ThankYou({ request, onAgain }: { request: ConfirmedRequest; onAgain(): void }) {
  const { thanks: content } = CONTACT_PAGE;
  const { Link } = useHost();
  const heading = useArrival<HTMLHeadingElement>();
  return (
    <div data-testid="marketing:thank-you">
      <svg aria-hidden="true" viewBox="0 0 96 96" className="size-24" fill="none">
        <circle cx="48" cy="48" r="44" className="stroke-line" strokeWidth="8" strokeDasharray="2 5.9" />
        <circle cx="48" cy="48" r="30" className="stroke-data" strokeWidth="3" />
        {request.notified ? (
          <path d="m35 49 9 9 18-19" className="stroke-data" strokeWidth="5" strokeLinecap="round" />
        ) : null}
      </svg>
      <h2 ref={heading} tabIndex={-1} className="mt-6 text-title">
        {thanksTitle(request, content.title)}
      </h2>
      <div className="mt-3 max-w-measure text-lead text-muted">
        <AnswerNote {...request} />
      </div>
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
        {content.reference}: <Reference response={request} />
      </p>
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <Button onClick={onAgain}>{content.again}</Button>
        <Link to="/" className="inline-flex min-h-11 items-center text-link">
          {content.home}
        </Link>
      </div>
    </div>
  );
}
