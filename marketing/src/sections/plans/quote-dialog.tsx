import { CONTACT_PROMISES } from '@corvane/shared/brand/contact-promises';
import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import type { BillingPeriod } from '@corvane/shared/contracts/backend/prices/pricing';
import { quoteSchema } from '@corvane/shared/contracts/backend/prices/quote';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { SignedInCustomer } from '@corvane/shared/contracts/remote/session';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { Dialog } from '@corvane/shared/ui/dialog';
import { type QueryClient, queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { QUOTE } from '../../content/quote.ts';
import { useHost } from '../../host-context.tsx';
import { pathOfQuery, QUOTE_SOURCE } from '../contact/contact-query.ts';
import { numberOf, QuoteSheet } from './quote-sheet.tsx';

/** The server answers the same quote while it is valid, for each billing. So the call may be repeated. */
function quoteQuery(
  api: Api,
  { plan, billing }: { plan: string; billing: BillingPeriod },
  customerId: string,
) {
  return queryOptions({
    queryKey: ['marketing', 'quote', customerId, plan],
    queryFn: ({ signal }) => ask(api, 'make-quote', { plan, billing }, quoteSchema, { signal }),
    refetchOnWindowFocus: false,
    // Offline, the call fails at once, and the dialog says so.
    networkMode: 'always',
    retry: false,
  });
}

export interface QuoteDialogProps {
  client: QueryClient;
  /** Slug of the quoted plan. */
  plan: string;
  billing: BillingPeriod;
  customer: SignedInCustomer;
  /** Chooses how the plan is billed. */
  toggle: ReactElement;
  onClose(): void;
}

/** A quote over the plans. On paper it is all that is printed. */
export default function QuoteDialog({ client, plan, billing, customer, toggle, onClose }: QuoteDialogProps) {
  const { api, Link } = useHost();
  const asked = useQuery(quoteQuery(api, { plan, billing }, customer.id), client);
  const { data: quote } = asked;
  return (
    <Dialog
      open
      startsAtTitle
      title={quote === undefined ? QUOTE.title : numberOf(quote)}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <div className="mb-6 flex flex-wrap items-center justify-between gap-4 print:hidden">
        {toggle}
        {quote === undefined ? null : (
          <Button variant="outline" onClick={() => window.print()}>
            {QUOTE.print}
          </Button>
        )}
      </div>
      {quote === undefined ? (
        <NoQuote {...asked} />
      ) : (
        <>
          <QuoteSheet {...{ quote, customer, billing }} />
          <Link
            to={pathOfQuery({ source: QUOTE_SOURCE, tier: quote.planName, billing })}
            className={buttonClass('signal', 'mt-6 print:hidden')}
          >
            {CONTACT_PROMISES[QUOTE_SOURCE]}
          </Link>
        </>
      )}
    </Dialog>
  );
}

type NoQuoteProps = Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>;

/** A quote that is being made, or why there is none. */
function NoQuote({ error, isFetching, refetch }: NoQuoteProps) {
  const { pending, unpriced, failed } = QUOTE;
  if (error === null) {
    return (
      <PendingRegion label={pending}>
        <Skeleton className="min-h-[7.5rem]" />
      </PendingRegion>
    );
  }
  if (isApiError(error) && error.code === 'not_found') {
    return <ErrorState title={unpriced.title}>{unpriced.description}</ErrorState>;
  }
  return (
    <ErrorState title={failed.title} onRetry={() => void refetch()} retrying={isFetching}>
      {failed.description}
    </ErrorState>
  );
}
