import { BRAND } from '@corvane/shared/brand/brand';
import type { BillingPeriod } from '@corvane/shared/contracts/backend/prices/pricing';
import type { Quote } from '@corvane/shared/contracts/backend/prices/quote';
import type { SignedInCustomer } from '@corvane/shared/contracts/remote/session';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { MailLink } from '@corvane/shared/ui/access-note';
import type { ReactNode } from 'react';
import { QUOTE } from '../../content/quote.ts';

interface QuoteSheetProps {
  quote: Quote;
  /** The other one is named below. */
  billing: BillingPeriod;
  customer: SignedInCustomer;
}

/** What a customer is offered, on one sheet of paper. Every amount is the server's, or a sum of these. */
export function QuoteSheet({ quote, billing, customer }: QuoteSheetProps) {
  const { planName, activationCents } = quote;
  const words = QUOTE[billing];
  const other = billing === 'monthly' ? 'annual' : 'monthly';
  const totalOf = (period: typeof billing) => formatPriceCents(yearCents(quote, period) + activationCents);
  return (
    <div data-testid="marketing:quote">
      <p className="font-display text-xl font-medium" translate="no">
        {BRAND.legalName}
      </p>
      <dl className="mt-4 grid gap-x-4 gap-y-1 text-sm min-[20rem]:grid-cols-[auto_1fr]">
        <Fact label={QUOTE.customer}>
          <Person name={customer.name} />
          <Person name={customer.company} />
          <Person name={customer.email} />
        </Fact>
        <Fact label={QUOTE.madeAt}>
          <time dateTime={quote.madeAt}>{formatDay(new Date(quote.madeAt).toISOString())}</time>
        </Fact>
        <Fact label={QUOTE.validUntil}>
          <time dateTime={quote.validUntil} className="font-medium">
            {formatDay(quote.validUntil)}
          </time>
        </Fact>
        <Fact label={QUOTE.representative}>
          {customer.repName === customer.repEmail ? null : <Person name={customer.repName} />}
          <MailLink to={customer.repEmail} subject={numberOf(quote)}>
            {customer.repEmail}
          </MailLink>
        </Fact>
      </dl>
      <h3 className="mt-6 border-t-2 border-ink pt-4 text-heading">{planName}</h3>
      <p className="mt-2 text-sm text-muted">{QUOTE.features}</p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 text-sm min-[20rem]:grid-cols-[auto_1fr]">
        {quote.features.map(({ name, limit }) => (
          <Fact key={name} label={name}>
            {limit}
          </Fact>
        ))}
      </dl>
      <dl className="mt-4 border-t border-line pt-2">
        <Amount label={words.label}>
          {words.price.replace('{price}', () => formatPriceCents(quote[`${billing}Cents`]))}
        </Amount>
        <Amount label={QUOTE.activation}>{formatPriceCents(activationCents)}</Amount>
        <Amount label={QUOTE.firstYear}>{totalOf(billing)}</Amount>
      </dl>
      <p className="mt-2 text-sm text-muted">
        {QUOTE[other].instead
          .replace('{price}', () => formatPriceCents(quote[`${other}Cents`]))
          .replace('{total}', () => totalOf(other))}
      </p>
      <p className="mt-4 text-sm">{QUOTE.next.replace('{day}', formatDay(quote.validUntil))}</p>
    </div>
  );
}

/** What people call the quote. */
export function numberOf({ id }: Pick<Quote, 'id'>): string {
  return QUOTE.numbered.replace('{number}', requestReference(id));
}

/** @returns US cents for twelve months, without the activation */
function yearCents({ monthlyCents, annualCents }: Quote, period: BillingPeriod): number {
  return period === 'monthly' ? monthlyCents * 12 : annualCents;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** A name or an address on a line of its own, in its own direction. '' takes no line. */
function Person({ name }: { name: string }) {
  return (
    <span className="block">
      <bdi translate="no" className="wrap-anywhere">
        {name}
      </bdi>
    </span>
  );
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
      <dt>{label}</dt>
      <dd className="font-medium tabular">{children}</dd>
    </div>
  );
}
