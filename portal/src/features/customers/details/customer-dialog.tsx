import type { Customer } from '@corvane/shared/contracts/backend/customers';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { Dialog } from '@corvane/shared/ui/dialog';
import type { ReactNode } from 'react';
import { counted } from '../../../lib/counted.ts';
import { AccessActions } from '../access/access-actions.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerEdit } from '../edit/customer-edit.tsx';
import { CustomerStatusMark, expiringWithin, STATUS_WORDS, statusNow } from '../status/customer-status.tsx';
import { TimeLeft } from '../status/time-left.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';

interface CustomerDialogProps {
  repId: string;
  customer: Customer;
  clockAheadMs: number;
  onClose(): void;
  onAct(customer: Customer, action: AccessAction): void;
}

/** Everything about one customer's access. */
export function CustomerDialog({ repId, customer, clockAheadMs, onClose, onAct }: CustomerDialogProps) {
  const status = statusNow(customer, useServerNow(clockAheadMs));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={customerName(customer)} startsAtTitle>
      <dl className="-mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
        <Fact label="Status">
          <CustomerStatusMark status={status} soon={expiringWithin([customer])} />
          <span className="block text-muted">{STATUS_WORDS[status].meaning(expiringWithin([customer]))}</span>
        </Fact>
        <Fact label="Email">
          <a className="text-link wrap-anywhere" href={`mailto:${encodeURIComponent(customer.email)}`}>
            {customer.email}
          </a>
        </Fact>
        {customer.company === '' ? null : <Fact label="Company">{customer.company}</Fact>}
        <Fact label="Link issued">
          <Moment at={customer.issuedAt} />
        </Fact>
        <Fact label="First opening">
          <Moment at={customer.firstOpenedAt} />
        </Fact>
        <Fact label="Last opening">
          <Moment at={customer.lastOpenedAt} />
        </Fact>
        <Fact label="Prices seen">
          {customer.pricesSeenCount === 0 ? 'never' : counted(customer.pricesSeenCount, 'time')}
          {customer.pricesLastSeenAt === null ? null : (
            <span className="block text-muted">
              last <Moment at={customer.pricesLastSeenAt} />
            </span>
          )}
        </Fact>
        {customer.revokedAt === null ? (
          <Fact label="Access ends">
            <Moment at={customer.tokenExpiresAt} />
            <span className="block text-muted print:hidden">
              Time left: <TimeLeft customer={customer} clockAheadMs={clockAheadMs} />
            </span>
          </Fact>
        ) : (
          <Fact label="Revoked">
            <Moment at={customer.revokedAt} />
          </Fact>
        )}
      </dl>
      <div className="mt-5 flex flex-wrap gap-2">
        <AccessActions customer={customer} status={status} place="details" onAct={onAct} />
      </div>
      <CustomerEdit repId={repId} customer={customer} />
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">History</h3>
      <CustomerTimeline repId={repId} customer={customer} />
    </Dialog>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Moment({ at }: { at: string | null }) {
  if (at === null) return <span className="text-muted">not yet</span>;
  return (
    <time dateTime={at} className="tabular">
      {formatExactInstant(at)}
    </time>
  );
}
