import type { Session } from '@corvane/shared/contracts/remote/session';
import { formatTimeLeft } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { AccessNote } from '@corvane/shared/ui/access-note';
import { useEffect } from 'react';
import { AccessPill } from './access-pill.tsx';

export interface AccessBadgeProps {
  session: Extract<Session, { status: 'customer' }>;
  label: string;
  /** Called once the time is up by the server's clock. */
  onOver: (() => void) | undefined;
}

/** A customer's label with the time that is left. Pressed, it shows the exact end and the representative. */
export default function AccessBadge({ session, label, onOver }: AccessBadgeProps) {
  const { customer, sessionExpiresAt, clockAheadMs = 0 } = session;
  const leftMs = Date.parse(sessionExpiresAt) - useServerNow(clockAheadMs);
  const isOver = leftMs <= 0;
  useEffect(() => {
    if (isOver) onOver?.();
  }, [isOver, onOver]);
  return (
    <details className="group relative">
      <summary className="block cursor-pointer list-none rounded-full [&::-webkit-details-marker]:hidden">
        <AccessPill>
          {label}
          <span className="block text-xs font-medium tabular">
            {isOver ? 'ended' : `${formatTimeLeft(leftMs)} left`}
          </span>
        </AccessPill>
      </summary>
      <div className="mt-2 rounded-panel border border-line bg-surface p-4 text-sm shadow-raised md:absolute md:right-0 md:w-80">
        <AccessNote
          endsAt={sessionExpiresAt}
          clockAheadMs={clockAheadMs}
          repName={customer.repName}
          repEmail={customer.repEmail}
        />
      </div>
    </details>
  );
}
