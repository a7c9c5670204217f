import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { StatusMark, type StatusShape } from '../../../ui/status-mark.tsx';

interface StatusWords {
  label: string;
  /** The meaning of the status in one line. The meanings do not overlap. @param soon @example '6 hours' */
  meaning(soon: string): string;
  shape: StatusShape;
  tone: string;
  shapeTone?: string;
}

export const STATUS_WORDS: Record<CustomerStatus, StatusWords> = {
  issued: {
    label: 'Issued',
    meaning: (soon) => `The link was never opened. It works for more than ${soon}`,
    shape: 'ring',
    tone: 'text-ink',
  },
  opened: {
    label: 'Opened',
    meaning: (soon) =>
      `The link was opened. The customer is not signed in now. It works for more than ${soon}`,
    shape: 'half',
    tone: 'text-teal',
  },
  active: {
    label: 'Active',
    meaning: (soon) => `The customer is signed in now. The link works for more than ${soon}`,
    shape: 'dot',
    tone: 'text-success',
  },
  expiring: {
    label: 'Expiring',
    meaning: (soon) => `The link expires within ${soon}, opened or not`,
    shape: 'triangle',
    tone: 'text-ink',
    shapeTone: 'text-signal',
  },
  expired: { label: 'Expired', meaning: () => 'The link has expired', shape: 'bar', tone: 'text-muted' },
  revoked: {
    label: 'Revoked',
    meaning: () => 'You revoked access',
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

/** @param soon see `expiringWithin` */
export function CustomerStatusMark({ status, soon }: { status: CustomerStatus; soon: string }) {
  const { label, shape, tone, shapeTone, meaning } = STATUS_WORDS[status];
  return (
    <span title={meaning(soon)}>
      <StatusMark shape={shape} tone={tone} shapeTone={shapeTone ?? ''}>
        {label}
      </StatusMark>
    </span>
  );
}
