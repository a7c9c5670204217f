import { BILLING_PERIODS, type BillingPeriod } from '@corvane/shared/contracts/backend/prices/pricing';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { AccessNote, EndedAccessNote } from '@corvane/shared/ui/access-note';
import { QueryClient, useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useMemo } from 'react';
import { PLAN_SLUGS } from '../../content/plan-names.ts';
import { ASK_REPRESENTATIVE, PRICE_PREVIEW } from '../../content/signed-in-prices.ts';
import { count, useHost } from '../../host-context.tsx';
import { HeadingInSight } from './heading-in-sight.ts';
import { OpenQuote, QuoteButton } from './open-quote.tsx';
import {
  type PlanChoice,
  type PricePreview,
  pricePreviewOf,
  readPlanChoice,
  writePlanChoice,
} from './plan-choice.ts';
import { planPricesQuery, pricesOf } from './price-query.ts';
import {
  afterLogout,
  NOT_ASKED,
  type PriceReadout,
  type PriceView,
  type SignedInPricesProps,
} from './price-state.ts';

/** Lives as long as the tab, so prices stay visible while a person moves between pages. */
const client = new QueryClient();
// The next person in this tab must see only their own.
afterLogout.forget = () => client.clear();

/**
 * Everything about prices for a signed-in person. It asks for them and hands them to the plans or the table. Above them
 * it shows how long the person sees them. A customer whose access has ended reads so.
 */
export default function SignedInPrices({ heading, onAsked }: SignedInPricesProps) {
  const { api, session, showPricing, checkSession, location, navigate, track } = useHost();
  const { pathname, search, hash } = location;
  const { status } = session;
  const preview = pricePreviewOf(session, search);
  const isPreview = preview !== null;
  const { data, error, isPending, isFetching, refetch } = useQuery(
    planPricesQuery(api, {
      sessionId: 'sessionId' in session ? session.sessionId : null,
      previewSearch: isPreview ? search : null,
    }),
    client,
  );
  const prices = useMemo(
    () => pricesOf({ data, isPending, isFetching, refetch }),
    [data, isPending, isFetching, refetch],
  );

  const hasFailed = prices.status === 'error';
  useEffect(() => {
    if (!hasFailed) return;
    // An end of the session stops the call, which is no failure.
    if (!(isApiError(error) && error.code === 'unauthenticated'))
      console.error('Prices are unavailable:', error ?? 'the server sent none');
    // A signed-in person got no prices. Perhaps the session is over.
    void checkSession?.();
  }, [hasFailed, error, checkSession]);

  const hasSeenPrices = status === 'customer' && prices.status === 'ready';
  useEffect(() => {
    if (hasSeenPrices) count(track, 'prices-seen');
  }, [hasSeenPrices, track]);

  const { choice, choose } = useMemo(() => {
    const inAddress = readPlanChoice(search, { showPricing, planSlugs: Object.values(PLAN_SLUGS) });
    return {
      choice: inAddress,
      choose: (changed: Partial<PlanChoice>, replace = true) =>
        navigate(pathname + writePlanChoice(search, { ...inAddress, ...changed }) + hash, { replace }),
    };
  }, [pathname, search, hash, showPricing, navigate]);
  const toggle = useMemo(
    () => <BillingToggle period={choice.period} onChange={(period) => choose({ period })} />,
    [choice, choose],
  );
  const customer = session.status === 'customer' ? session.customer : null;
  const repName = customer?.repName ?? null;
  const asked = useMemo(() => {
    const { period, planSlug } = choice;
    return {
      prices,
      view: {
        planSlug,
        pointOut: showPricing ? (slug: string) => choose({ planSlug: slug }) : null,
        // Customers have no switch. A manager who previews prices sees the page as a customer does.
        toggle: status === 'rep' && !isPreview ? toggle : null,
        ask: repName === null ? null : asking(repName, period),
        readout: (price: PriceReadout) => (
          <>
            <PlanReadout price={price} period={period} isForCustomer={status === 'customer' || isPreview} />
            {/* Back closes the quote. */}
            {repName === null ? null : (
              <QuoteButton slug={price.slug} onOpen={() => choose({ quoteSlug: price.slug }, false)} />
            )}
          </>
        ),
      },
    };
  }, [prices, choice, choose, toggle, showPricing, status, repName, isPreview]);
  useLayoutEffect(() => onAsked(asked), [asked, onAsked]);
  useLayoutEffect(() => () => onAsked(NOT_ASKED), [onAsked]);

  return (
    <>
      {heading === null ? null : (
        <HeadingInSight heading={heading} isSettled={showPricing && prices.status !== 'pending'} />
      )}
      {preview === null ? <AccessSection /> : <PreviewNote preview={preview} hasFailed={hasFailed} />}
      {customer === null || choice.quoteSlug === null ? null : (
        <Suspense>
          <OpenQuote
            {...{ client, customer, toggle, plan: choice.quoteSlug, billing: choice.period }}
            onClose={() => choose({ quoteSlug: null })}
          />
        </Suspense>
      )}
    </>
  );
}

function asking(repName: string, period: BillingPeriod): NonNullable<PriceView['ask']> {
  const say = (words: string, planName = '') =>
    words.replace('{plan}', planName).replace('{rep}', () => repName);
  const { aboutPlan, anything } = ASK_REPRESENTATIVE;
  return {
    about: (planName) => say(aboutPlan, planName),
    anything: say(anything),
    // Monthly is also what a page shows before any choice.
    billing: period === 'annual' ? period : '',
  };
}

const LABELS: Record<BillingPeriod, string> = { monthly: 'Monthly', annual: 'Annual' };
const SUFFIXES: Record<BillingPeriod, string> = { monthly: '/month', annual: '/year' };

interface BillingToggleProps {
  period: BillingPeriod;
  onChange(period: BillingPeriod): void;
}

/** A switch with two positions. Pressing the current one changes nothing. */
function BillingToggle({ period, onChange }: BillingToggleProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in every browser
    <div
      role="group"
      aria-label="Billing period"
      className="inline-flex flex-wrap rounded-control border border-control p-1 print:hidden"
    >
      {BILLING_PERIODS.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === period}
          onClick={() => onChange(option)}
          className="min-h-11 cursor-pointer rounded-control px-5 font-medium text-muted hover:bg-sunken hover:text-ink aria-pressed:bg-ink aria-pressed:text-paper forced-colors:aria-pressed:border-2"
        >
          {LABELS[option]}
        </button>
      ))}
    </div>
  );
}

interface PlanReadoutProps {
  price: PriceReadout;
  period: BillingPeriod;
  /** A customer has no switch here and reads both figures. */
  isForCustomer: boolean;
}

/** A plan's price, for visitors who may see it. */
function PlanReadout({ price, period, isForCustomer }: PlanReadoutProps) {
  const { savings } = price;
  const other = period === 'monthly' ? 'annual' : 'monthly';
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1">
        <span className="font-display text-[2.5rem] leading-none font-semibold tracking-[-0.03em] tabular">
          {price[period]}
        </span>
        <span className="text-muted">{SUFFIXES[period]}</span>
        {period === 'annual' && savings !== null ? (
          <span className="ml-auto text-sm font-medium text-teal">{`−${savings.percent}%`}</span>
        ) : null}
      </p>
      {isForCustomer ? (
        <p className="mt-2 text-sm">
          or <span className="font-medium tabular">{price[other]}</span>
          <span>{SUFFIXES[other]}</span>
        </p>
      ) : null}
      {savings === null ? null : (
        <p className="mt-2 text-sm font-medium text-teal">{`Save ${savings.amount} with annual billing`}</p>
      )}
      <p className="text-sm text-muted">{`${price.activation} one-time activation`}</p>
    </>
  );
}

const NOTE_CLASS =
  'mt-6 text-base max-w-measure rounded-control border border-l-4 border-teal bg-teal-soft p-4';

/** Above the plans: how long a customer sees prices, or that this access has ended. */
function AccessSection() {
  const note = noteFor(useHost());
  if (note === null) return null;
  return (
    <div className={NOTE_CLASS} data-testid="marketing:access">
      {note}
    </div>
  );
}

function noteFor({ session, Link }: ReturnType<typeof useHost>) {
  if (session.status === 'anonymous' && session.endedAccess !== undefined) {
    return <EndedAccessNote {...session.endedAccess} />;
  }
  if (session.status !== 'customer') return null;
  const { customer, sessionExpiresAt, clockAheadMs = 0 } = session;
  return (
    <AccessNote
      endsAt={sessionExpiresAt}
      clockAheadMs={clockAheadMs}
      Link={Link}
      repName={customer.repName}
      repEmail={customer.repEmail}
    />
  );
}

interface PreviewNoteProps {
  preview: PricePreview;
  /** No price is available. */
  hasFailed: boolean;
}

/** Above the plans: says that these are not the current prices. */
export function PreviewNote({ preview: { at, draft }, hasFailed }: PreviewNoteProps) {
  const { Link } = useHost();
  return (
    <div className={NOTE_CLASS} data-testid="marketing:price-preview">
      <p>
        <strong>{PRICE_PREVIEW.title}</strong> <time dateTime={at}>{formatExactInstant(at)}</time>.
      </p>
      <p className="mt-1">{hasFailed ? PRICE_PREVIEW.refused : wordsFor(draft)}</p>
      <Link to={PRICE_PREVIEW.back.to} className="inline-flex min-h-11 items-center text-link">
        {PRICE_PREVIEW.back.label}
      </Link>
    </div>
  );
}

function wordsFor(draft: PricePreview['draft']): string {
  if (draft === null) return PRICE_PREVIEW.description;
  return draft === 'invalid' ? PRICE_PREVIEW.invalid : PRICE_PREVIEW.draft;
}
