import type {
  CustomerTimeline as Timeline,
  TimelineActor,
} from '@corvane/shared/contracts/backend/customers/customer-timeline';
import type { Customer } from '@corvane/shared/contracts/backend/customers/customers';
import { customerName } from '@corvane/shared/contracts/backend/customers/customers';
import { offerWords } from '@corvane/shared/contracts/backend/prices/offer-words';
import { counted } from '@corvane/shared/lib/counted';
import { formatDeadline, formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { mailto } from '@corvane/shared/lib/mailto';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useServerNow } from '../../lib/server-clock.ts';
import { useReloading } from '../../lib/shown.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';
import { LazyPart } from '../../ui/parts/lazy-part.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { type AccessAction, AccessActions } from './access.tsx';
import { customerQuery, customerTimelineQuery } from './api.ts';
import { CustomerStatusMark, STATUS_WORDS, statusNow, TimeLeft } from './status.tsx';

/** Fetched with the dialog: forms are no part of the tab's first view. */
const loadEdit = () =>
  import('./edit/customer-edit.tsx').then(({ CustomerEdit }) => ({ default: CustomerEdit }));

export interface OpenCustomerProps {
  customerId: string;
  /** The way to the customers before and after them. */
  way: ReactElement | null;
  onClose(): void;
  onAct(customer: Customer, action: AccessAction): void;
}

/** The details of the customer in the address, whether the list contains them or not. */
export default function OpenCustomer(props: OpenCustomerProps) {
  return <OneCustomer key={props.customerId} {...props} />;
}

function OneCustomer({ customerId, way, onClose, onAct }: OpenCustomerProps) {
  const { api } = useHostServices();
  const found = useQuery(useReloading(customerQuery(api, useQueryClient(), customerId)));

  if (found.data) return <CustomerDialog {...{ way, onClose, onAct }} customer={found.data} />;
  return (
    <PortalDialog onClose={onClose} title="Customer" isBeside>
      <QueryState query={found} what="the customer" skeleton="h-[32rem]">
        {() => <p>This customer is not one of yours, or it no longer exists.</p>}
      </QueryState>
    </PortalDialog>
  );
}

interface CustomerDialogProps extends Pick<OpenCustomerProps, 'way' | 'onClose'> {
  customer: Customer;
  /** What the customer's own representative can do. Without it, the dialog only shows. */
  onAct?: OpenCustomerProps['onAct'];
  /** Facts that others do not see. */
  facts?: ReactElement;
}

/** Everything about one customer's access. */
export function CustomerDialog({ customer, way, onClose, onAct, facts }: CustomerDialogProps) {
  const status = statusNow(customer, useServerNow());
  return (
    <PortalDialog onClose={onClose} title={customerName(customer)} isBeside startsAtTitle>
      {way}
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
        {facts}
        <Fact label="Link issued">
          <Moment at={customer.issuedAt} />
        </Fact>
        <OpeningFacts customer={customer} isOver={status === 'expired' || status === 'revoked'} />
        {customer.revokedAt === null ? (
          <Fact label="Access ends">
            <Moment at={customer.tokenExpiresAt} />
            <span className="block text-muted print:hidden">
              Time left: <TimeLeft customer={customer} />
            </span>
          </Fact>
        ) : (
          <Fact label="Revoked">
            <Moment at={customer.revokedAt} />
          </Fact>
        )}
      </Facts>
      {onAct === undefined ? null : (
        <>
          <div className="mt-5 flex flex-wrap gap-2">
            <AccessActions customer={customer} status={status} place="details" onAct={onAct} />
          </div>
          <LazyPart
            load={loadEdit}
            props={{ customer }}
            pending={
              <>
                <h3 className="mt-6 mb-3 font-sans text-base">Your note</h3>
                <PendingRegion label="Loading your note">
                  <Skeleton className="h-11 w-full" />
                </PendingRegion>
              </>
            }
            failed={(retry) => <ErrorState title="Failed to load your note." onRetry={retry} />}
          />
        </>
      )}
      <h3 className="mt-6 mb-3 font-sans text-base">History</h3>
      <CustomerTimeline customer={customer} />
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
          <span>{pricesSeenCount === 0 ? 'never' : counted(pricesSeenCount, 'time')}</span>
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

/** The history of a customer's access, newest first, in plain words. */
function CustomerTimeline({ customer }: { customer: Customer }) {
  const { api } = useHostServices();
  const timeline = useQuery(customerTimelineQuery(api, customer.customerId));
  const skeleton = [0, 1, 2, 3].map((line) => <Skeleton key={line} className="mb-3 h-10 w-full" />);
  return (
    <QueryState query={timeline} what="the history" skeleton={skeleton}>
      {({ lines, hasMore }) => <Lines lines={lines} hasMore={hasMore} customer={customer} />}
    </QueryState>
  );
}

function Lines({ lines, hasMore, customer }: Timeline & { customer: Customer }) {
  if (lines.length === 0) return <p className="text-sm text-muted">Nothing is on record yet.</p>;
  return (
    <>
      <ol className="border-l border-line text-sm">
        {lines.map((line) => (
          <li key={line.id} className="relative pb-3 pl-4 last:pb-0">
            <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-control" />
            <span className="block leading-5 wrap-anywhere">
              {timelineWords(line, customerName(customer))}
            </span>
            <time
              dateTime={line.occurredAt}
              title={formatExactInstant(line.occurredAt)}
              className="tabular block text-xs leading-5 text-muted"
            >
              {formatInstant(line.occurredAt)}
            </time>
          </li>
        ))}
      </ol>
      {hasMore ? <p className="mt-3 text-sm text-muted">Some older lines are not shown.</p> : null}
    </>
  );
}

type TimelineLine = Timeline['lines'][number];

/** One line of the audit trail as a sentence. @param customer the name to use for the customer */
export function timelineWords(line: TimelineLine, customer: string): string {
  const who = actorWords(line.by, customer);
  const until = line.expiresAt === null ? '' : `, valid until ${formatDeadline(line.expiresAt)}`;
  switch (line.event) {
    case 'code_sent':
      return `${who} sent a verification code`;
    case 'code_failed':
      return `${who} entered a wrong code`;
    case 'link_issued':
      return `${who} issued an access link${until}`;
    case 'link_opened':
      return `${customer} opened the access link`;
    case 'link_extended':
      return `${who} extended access${until}`;
    case 'link_revoked':
      return `${who} revoked access`;
    case 'link_expired':
      return 'The access link expired';
    case 'customer_signed_in':
      return `${customer} signed in`;
    case 'customer_sign_in_failed':
      return `${customer} tried a link that ${REFUSALS[line.reason ?? 'none']}`;
    case 'prices_revealed':
      return `${customer} was shown prices`;
    case 'quote_made':
      return `${customer} was quoted ${line.quote === null ? 'a price' : offerWords(line.quote)} (quote ${requestReference(line.id)})`;
    case 'contact_request_received':
      return `A request of ${customer} arrived`;
    case 'signed_out':
      return line.by === 'customer' ? `${customer} signed out` : `${customer} was signed out`;
  }
}

const REFUSALS = {
  revoked: 'had been revoked',
  expired: 'had ended',
  none: 'was not accepted',
} as const;

function actorWords(actor: TimelineActor, customer: string): string {
  switch (actor) {
    case 'you':
      return 'You';
    case 'customer':
      return customer;
    case 'colleague':
      return 'A colleague';
    case 'operator':
      return 'An operator';
    case 'system':
      return 'The system';
  }
}
