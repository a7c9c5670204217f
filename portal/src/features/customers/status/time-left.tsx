import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { formatDeadline, formatExactInstant, formatTimeLeft } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';

interface TimeLeftProps {
  customer: Pick<Customer, 'status' | 'tokenExpiresAt'>;
  clockAheadMs: number;
}

/**
 * Counts down by the server's clock. A tooltip shows the exact end. So does a printed page, which cannot count
 * down.
 */
export function TimeLeft({ customer, clockAheadMs }: TimeLeftProps) {
  const nowMs = useServerNow(clockAheadMs);
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
        {leftMs > 0 ? 'until' : 'ended'} {formatDeadline(tokenExpiresAt)}
      </span>
    </time>
  );
}
