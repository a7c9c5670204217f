import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { StatusMark, type StatusShape } from '../../../ui/status-mark.tsx';

interface StatusWords {
  label: string;
  /** What it means, in one line. */
  meaning(customer: Customer): string;
  shape: StatusShape;
  tone: string;
  shapeTone?: string;
}

export const STATUS_WORDS: Record<CustomerStatus, StatusWords> = {
  issued: { label: 'Issued', meaning: () => 'The link was never opened', shape: 'ring', tone: 'text-ink' },
  opened: {
    label: 'Opened',
    meaning: () => 'The link was opened; nobody is signed in',
    shape: 'half',
    tone: 'text-teal',
  },
  active: {
    label: 'Active',
    meaning: () => 'The customer is signed in now',
    shape: 'dot',
    tone: 'text-success',
  },
  expiring: {
    label: 'Expiring',
    meaning: ({ tokenExpiresAt, expiringFrom }) =>
      tokenExpiresAt === null || expiringFrom === null
        ? 'The link ends soon'
        : `The link ends within ${durationWords((Date.parse(tokenExpiresAt) - Date.parse(expiringFrom)) / 1000)}`,
    shape: 'triangle',
    tone: 'text-ink',
    shapeTone: 'text-signal',
  },
  expired: { label: 'Expired', meaning: () => 'The link has ended', shape: 'bar', tone: 'text-muted' },
  revoked: {
    label: 'Revoked',
    meaning: () => 'You took the access back',
    shape: 'cross',
    tone: 'text-danger',
  },
};

/** In the order of a customer's way, as the filter shows them. */
export const STATUSES_IN_ORDER: readonly CustomerStatus[] = [
  'issued',
  'opened',
  'active',
  'expiring',
  'expired',
  'revoked',
];

/** The status at this moment: between two answers time goes on, so a link may have come near its end, or to it. */
export function statusNow(customer: Customer, nowMs: number): CustomerStatus {
  const { status, tokenExpiresAt, expiringFrom } = customer;
  if (status === 'revoked' || status === 'expired' || tokenExpiresAt === null) return status;
  if (Date.parse(tokenExpiresAt) <= nowMs) return 'expired';
  return expiringFrom !== null && Date.parse(expiringFrom) <= nowMs ? 'expiring' : status;
}

export function CustomerStatusMark({ status, customer }: { status: CustomerStatus; customer: Customer }) {
  const { label, shape, tone, shapeTone, meaning } = STATUS_WORDS[status];
  return (
    <span title={meaning(customer)}>
      <StatusMark shape={shape} tone={tone} shapeTone={shapeTone ?? ''}>
        {label}
      </StatusMark>
    </span>
  );
}
