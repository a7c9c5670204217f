import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { counted } from '@corvane/shared/lib/counted';
import { mailto } from '@corvane/shared/lib/mailto';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { LazyPart } from '../../../ui/parts/lazy-part.tsx';
import { AccessActions } from '../access/access-actions.tsx';
import type { AccessAction } from '../access/access-dialog.tsx';
import { customerName } from '../customer-name.ts';
import { CustomerStatusMark, STATUS_WORDS, statusNow } from '../status/customer-status.tsx';
import { TimeLeft } from '../status/time-left.tsx';
import { CustomerTimeline } from './customer-timeline.tsx';

/** Fetched with the dialog: forms are no part of the tab's first view. */
const loadEdit = () =>
  import('../edit/customer-edit.tsx').then(({ CustomerEdit }) => ({ default: CustomerEdit }));

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
    <PortalDialog onClose={onClose} title={customerName(customer)} startsAtTitle>
      <Facts>
        <Fact label="Status">
          <CustomerStatusMark status={status} />
          <span className="block text-muted">{STATUS_WORDS[status].meaning}</span>
        </Fact>
        <Fact label="Email">
          <a className="text-link wrap-anywhere" href={mailto(customer.email)}>
            {customer.email}
          </a>
        </Fact>
        {customer.company === '' ? null : <Fact label="Company">{customer.company}</Fact>}
        <Fact label="Link issued">
          <Moment at={customer.issuedAt} />
        </Fact>
        <OpeningFacts customer={customer} isOver={status === 'expired' || status === 'revoked'} />
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
      </Facts>
      <div className="mt-5 flex flex-wrap gap-2">
        <AccessActions customer={customer} status={status} place="details" onAct={onAct} />
      </div>
      <LazyPart
        load={loadEdit}
        props={{ repId, customer }}
        pending={
          <>
            <h3 className="mt-6 mb-3 font-sans text-base font-semibold">Your note</h3>
            <PendingRegion label="Loading your note">
              <Skeleton className="h-11 w-full" />
            </PendingRegion>
          </>
        }
        failed={(retry) => <ErrorState title="Failed to load your note." onRetry={retry} />}
      />
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">History</h3>
      <CustomerTimeline repId={repId} customer={customer} />
    </PortalDialog>
  );
}

/** Without an opening, one line says it. @param isOver the link does not work now, so nothing is still to come */
function OpeningFacts({ customer, isOver }: { customer: Customer; isOver: boolean }) {
  const { firstOpenedAt, lastOpenedAt, pricesSeenCount, pricesLastSeenAt } = customer;
  const isOpenedAgain = firstOpenedAt !== lastOpenedAt;
  return (
    <>
      <Fact label={isOpenedAgain ? 'Opened first' : 'Opened'}>
        {firstOpenedAt === null ? (
          <span className="text-muted">{isOver ? 'never' : 'not yet'}</span>
        ) : (
          <Moment at={firstOpenedAt} />
        )}
      </Fact>
      {isOpenedAgain ? (
        <Fact label="Opened last">
          <Moment at={lastOpenedAt} />
        </Fact>
      ) : null}
      {firstOpenedAt === null && pricesSeenCount === 0 ? null : (
        <Fact label="Prices seen">
          {pricesSeenCount === 0 ? 'never' : counted(pricesSeenCount, 'time')}
          {pricesLastSeenAt === null ? null : (
            <span className="block text-muted">
              last <Moment at={pricesLastSeenAt} />
            </span>
          )}
        </Fact>
      )}
    </>
  );
}
