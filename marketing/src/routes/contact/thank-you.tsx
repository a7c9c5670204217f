import { Button } from '@corvane/shared/ui/button';
import { CONTACT_PAGE } from '../../content/contact/contact-page.ts';
import { useHost } from '../../host-context.tsx';
import type { ConfirmedRequest } from '../../sections/contact/contact-request.ts';
import { AnswerNote, DelayedNotice, Reference, useArrival } from '../../sections/contact/contact-thanks.tsx';

interface ThankYouProps {
  request: ConfirmedRequest;
  onAgain(): void;
}

/** Replaces the form and takes the focus once a request has arrived. */
export function ThankYou({ request, onAgain }: ThankYouProps) {
  const { thanks: content } = CONTACT_PAGE;
  const { Link } = useHost();
  const heading = useArrival<HTMLHeadingElement>();
  return (
    <div data-testid="marketing:thank-you">
      <svg aria-hidden="true" viewBox="0 0 96 96" className="size-24" fill="none">
        <circle cx="48" cy="48" r="44" className="stroke-line" strokeWidth="8" strokeDasharray="2 5.9" />
        <circle cx="48" cy="48" r="30" className="stroke-data" strokeWidth="3" />
        <path d="m35 49 9 9 18-19" className="stroke-data" strokeWidth="5" strokeLinecap="round" />
      </svg>
      <h2 ref={heading} tabIndex={-1} className="mt-6 text-title">
        {content.title}
      </h2>
      <p className="mt-3 max-w-measure text-lead text-muted">
        <AnswerNote {...request} />
      </p>
      <p className="mt-6 border-t border-line pt-4 text-sm text-muted">
        {content.reference}: <Reference response={request} />
      </p>
      <DelayedNotice response={request} />
      <div className="mt-8 flex flex-wrap items-center gap-4">
        <Button onClick={onAgain}>{content.again}</Button>
        <Link to="/" className="inline-flex min-h-11 items-center text-link">
          {content.home}
        </Link>
      </div>
    </div>
  );
}
