import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers/customers';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { StatusMark, type StatusShape } from '../../../ui/facts/status-mark.tsx';

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

/** How long before its end a link counts as expiring. The server sends it with these customers. */
export function expiringWithin(customers: readonly Customer[]): string {
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
