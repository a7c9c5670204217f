import type { Customer, CustomerStatus } from '@corvane/shared/contracts/backend/customers';
import { ACCESS_LINK_EXPIRING_WITHIN_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { StatusMark, type StatusShape } from '../../../ui/status-mark.tsx';

/** As the server decides it (see the contract): the hours before the end that count as expiring. */
const EXPIRING_MS = ACCESS_LINK_EXPIRING_WITHIN_SECONDS * 1000;

interface StatusWords {
  label: string;
  /** What it means, in one line. No two can be true of the same customer. */
  meaning: string;
  shape: StatusShape;
  tone: string;
  shapeTone?: string;
}

const EXPIRING_WITHIN = durationWords(ACCESS_LINK_EXPIRING_WITHIN_SECONDS);

export const STATUS_WORDS: Record<CustomerStatus, StatusWords> = {
  issued: {
    label: 'Issued',
    meaning: `The link was never opened. It works for more than ${EXPIRING_WITHIN}`,
    shape: 'ring',
    tone: 'text-ink',
  },
  opened: {
    label: 'Opened',
    meaning: `The link was opened, and nobody is signed in. It works for more than ${EXPIRING_WITHIN}`,
    shape: 'half',
    tone: 'text-teal',
  },
  active: {
    label: 'Active',
    meaning: `The customer is signed in now. The link works for more than ${EXPIRING_WITHIN}`,
    shape: 'dot',
    tone: 'text-success',
  },
  expiring: {
    label: 'Expiring',
    meaning: `The link ends within ${EXPIRING_WITHIN}, opened or not`,
    shape: 'triangle',
    tone: 'text-ink',
    shapeTone: 'text-signal',
  },
  expired: { label: 'Expired', meaning: 'The link has ended', shape: 'bar', tone: 'text-muted' },
  revoked: { label: 'Revoked', meaning: 'You took the access back', shape: 'cross', tone: 'text-danger' },
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
  const { status, tokenExpiresAt } = customer;
  if (status === 'revoked' || status === 'expired' || tokenExpiresAt === null) return status;
  const leftMs = Date.parse(tokenExpiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs <= EXPIRING_MS ? 'expiring' : status;
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
