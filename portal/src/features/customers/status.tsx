import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers/customers';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { formatDeadline, formatExactInstant, formatTimeLeft } from '@corvane/shared/lib/instants';
import type { ReactNode } from 'react';
import { useServerNow } from '../../lib/server-clock.ts';
import { StatusMark, type StatusShape } from '../../ui/facts/status-mark.tsx';

interface StatusWords {
  label: string;
  /** What the status says about one customer. The time left is beside it, so no meaning repeats it. */
  meaning: string;
  /** Added where all statuses are explained, so that they do not overlap. @param soon @example '6 hours' */
  timeLeft?(soon: string): string;
  shape: StatusShape;
  tone: string;
  shapeTone?: string;
}

const moreThan = (soon: string) => `Time left: more than ${soon}`;

export const STATUS_WORDS: Record<CustomerStatus, StatusWords> = {
  issued: {
    label: 'Issued',
    meaning: 'The link was never opened',
    timeLeft: moreThan,
    shape: 'ring',
    tone: 'text-ink',
  },
  opened: {
    label: 'Opened',
    meaning: 'The link was opened. The customer is not signed in now',
    timeLeft: moreThan,
    shape: 'half',
    tone: 'text-teal',
  },
  active: {
    label: 'Active',
    meaning: 'The customer is signed in now',
    timeLeft: moreThan,
    shape: 'dot',
    tone: 'text-success',
  },
  expiring: {
    label: 'Expiring',
    meaning: 'The link expires soon, opened or not',
    timeLeft: (soon) => `Time left: ${soon} or less`,
    shape: 'triangle',
    tone: 'text-ink',
    shapeTone: 'text-signal',
  },
  expired: { label: 'Expired', meaning: 'The link has expired', shape: 'bar', tone: 'text-muted' },
  revoked: {
    label: 'Revoked',
    meaning: 'The link was revoked',
    shape: 'cross',
    tone: 'text-danger',
  },
};

/** In the usual order of a customer's access, for the filter. */
export const STATUSES_IN_ORDER: readonly CustomerStatus[] = [
  'issued',
  'opened',
  'active',
  'expiring',
  'expired',
  'revoked',
];

/** The current status. Since the last answer, a link may have come near its end or expired. */
export function statusNow(customer: Customer, nowMs: number): CustomerStatus {
  const { status, tokenExpiresAt, expiringFrom } = customer;
  if (status === 'revoked' || status === 'expired' || tokenExpiresAt === null) return status;
  if (Date.parse(tokenExpiresAt) <= nowMs) return 'expired';
  return expiringFrom !== null && Date.parse(expiringFrom) <= nowMs ? 'expiring' : status;
}

interface StatusNowProps {
  customer: Customer;
  children(status: CustomerStatus): ReactNode;
}

/** Renders again while time passes. */
export function StatusNow({ customer, children }: StatusNowProps) {
  return children(statusNow(customer, useServerNow()));
}

/** How long before its end a link counts as expiring. The server sends it with these customers. */
function expiringWithin(customers: readonly Customer[]): string {
  const known = customers.flatMap(({ tokenExpiresAt, expiringFrom }) =>
    tokenExpiresAt === null || expiringFrom === null
      ? []
      : [(Date.parse(tokenExpiresAt) - Date.parse(expiringFrom)) / 1000],
  );
  return known[0] === undefined ? 'a few hours' : durationWords(known[0]);
}

export function CustomerStatusMark({ status }: { status: CustomerStatus }) {
  const { label, shape, tone, shapeTone, meaning } = STATUS_WORDS[status];
  return (
    <span title={meaning}>
      <StatusMark shape={shape} tone={tone} shapeTone={shapeTone ?? ''}>
        {label}
      </StatusMark>
    </span>
  );
}

/** What each status means, one press away. If several apply, a customer has the last of them. */
export function StatusMeanings({ customers }: { customers: readonly Customer[] }) {
  const soon = expiringWithin(customers);
  return (
    <details className="open-on-paper mb-4 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-medium text-teal underline underline-offset-4 md:min-h-8">
        What each status means
      </summary>
      <dl className="mt-2 grid gap-x-4 gap-y-2 rounded-panel border border-line bg-surface px-4 py-3 md:grid-cols-[auto_1fr] print:grid-cols-[auto_1fr]">
        {STATUSES_IN_ORDER.map((status) => {
          const { meaning, timeLeft } = STATUS_WORDS[status];
          return (
            <div key={status} className="md:contents print:contents">
              <dt>
                <CustomerStatusMark status={status} />
              </dt>
              <dd className="text-muted">
                {timeLeft === undefined ? meaning : `${meaning}. ${timeLeft(soon)}`}
              </dd>
            </div>
          );
        })}
      </dl>
    </details>
  );
}

/** Counts down by the server's clock. A tooltip shows the exact end, as does a printed page. */
export function TimeLeft({ customer }: { customer: Pick<Customer, 'status' | 'tokenExpiresAt'> }) {
  const nowMs = useServerNow();
  const { status, tokenExpiresAt } = customer;
  if (tokenExpiresAt === null || status === 'revoked') return <span className="text-muted">—</span>;
  const leftMs = Date.parse(tokenExpiresAt) - nowMs;
  return (
    <time
      dateTime={tokenExpiresAt}
      title={formatExactInstant(tokenExpiresAt)}
      className={`tabular whitespace-nowrap ${leftMs > 0 ? '' : 'text-muted'}`}
    >
      <span className="print:hidden">{formatTimeLeft(leftMs)}</span>
      <span className="hidden print:inline">
        {`${leftMs > 0 ? 'until' : 'ended'} ${formatDeadline(tokenExpiresAt)}`}
      </span>
    </time>
  );
}
