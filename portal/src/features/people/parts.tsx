import { addedFacts } from '@corvane/shared/contracts/backend/contact/contact-form';
import type {
  PersonCustomer,
  PersonRep,
  PersonRequest,
  PersonTrail,
} from '@corvane/shared/contracts/backend/people/people';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatCents } from '@corvane/shared/lib/money';
import { Button } from '@corvane/shared/ui/button';
import type { ReactElement, ReactNode } from 'react';
import { Fact, Facts, Moment, TextFacts } from '../../ui/facts/facts.tsx';
import { StatusMark } from '../../ui/facts/status-mark.tsx';

interface PersonPartProps {
  title: string;
  /** The available actions. */
  action?: ReactElement;
  children?: ReactNode;
}

/** One part of the stored data. An empty part is shown too, so readers know that it was checked. */
export function PersonPart({ title, action, children }: PersonPartProps) {
  return (
    <section className="rounded-panel border border-line bg-surface px-4 pt-3 pb-2 md:px-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h4 className="font-sans text-base font-medium">{title}</h4>
        {action}
      </div>
      {children}
      {(children ?? null) === null ? <p className="pb-2 text-sm text-muted">Nothing is stored.</p> : null}
    </section>
  );
}

/** Facts within a part. */
function PartFacts({ children }: { children: ReactNode }) {
  return (
    <div className="pt-3 pb-3 whitespace-pre-wrap wrap-anywhere">
      <Facts>{children}</Facts>
    </div>
  );
}

interface PersonListProps<Item> {
  title: string;
  items: readonly Item[];
  /** The number of stored entries, if it may exceed the listed ones. */
  storedCount?: number | undefined;
  /** Below the entries, in place of the advice for the ones that are not listed. */
  rest?: ReactElement | null;
  keyOf(item: Item, index: number): string;
  children(item: Item): ReactNode;
}

/** A folded list: its name and number of entries, then the newest entries. On paper it is unfolded. */
export function PersonList<Item>({
  title,
  items,
  storedCount,
  rest,
  keyOf,
  children,
}: PersonListProps<Item>) {
  const count = storedCount ?? items.length;
  if (count === 0) {
    return (
      <p className="flex min-h-11 items-center border-t border-line text-sm text-muted">{`${title}: none`}</p>
    );
  }
  return (
    <details className="open-on-paper border-t border-line text-sm">
      <summary className="kept-on-paper min-h-11 cursor-pointer py-3 font-medium hover:text-teal">
        <span>{title}</span> <span className="tabular font-normal text-muted">{formatCount(count)}</span>
      </summary>
      <ul className="mb-3 border-l-2 border-line pl-4">
        {items.map((item, index) => (
          <li key={keyOf(item, index)} className="py-1.5 leading-5 wrap-anywhere">
            {children(item)}
          </li>
        ))}
      </ul>
      {rest !== undefined ? rest : <NotListed listed={items.length} stored={count} />}
    </details>
  );
}

/** That more is stored than what is listed. Else nothing. */
function NotListed({ listed, stored }: { listed: number; stored: number }) {
  if (stored <= listed) return null;
  return (
    <p className="mb-3 text-muted">{`The newest ${formatCount(listed)} of ${formatCount(stored)} are listed. An export holds all.`}</p>
  );
}

interface PlacesProps {
  title: string;
  items: readonly { id: string; createdAt: string; ipAddress: string | null; userAgent: string | null }[];
  storedCount: number | undefined;
}

/** Times and origins, as they are stored. */
function Places(props: PlacesProps) {
  return (
    <PersonList {...props} keyOf={({ id }) => id}>
      {({ createdAt, ipAddress, userAgent }) => (
        <>
          <Moment at={createdAt} />
          <span className="block text-muted">
            {`${ipAddress ?? 'no IP address'}, ${userAgent ?? 'no browser'}`}
          </span>
        </>
      )}
    </PersonList>
  );
}

/** The person's audit events. They outlive an erasure, without the person and without addresses. */
function TrailList({ trail, storedCount }: { trail: PersonTrail; storedCount: number | undefined }) {
  return (
    <PersonList
      title="Audit trail"
      items={trail}
      storedCount={storedCount}
      keyOf={({ occurredAt, event }, index) => `${occurredAt} ${event} ${index}`}
    >
      {({ occurredAt, event, ipAddress }) => (
        <>
          <span className="block first-letter:uppercase">{event.replaceAll('_', ' ')}</span>
          <span className="block text-muted">
            <Moment at={occurredAt} />
            <span>{ipAddress === null ? '' : `, ${ipAddress}`}</span>
          </span>
        </>
      )}
    </PersonList>
  );
}

interface CustomerPartProps {
  customer: PersonCustomer | null;
  onCorrect(): void;
}

/** The customer: their representative, their link, and their sessions, openings and sales. */
export function CustomerPart({ customer, onCorrect }: CustomerPartProps) {
  if (customer === null) return <PersonPart title="Customer" />;
  const { counts } = customer;
  return (
    <PersonPart
      title="Customer"
      action={
        <Button variant="quiet" className="text-sm" onClick={onCorrect}>
          Correct<span className="sr-only"> the customer</span>
        </Button>
      }
    >
      <PartFacts>
        <Fact label="Name">{customer.name || <None />}</Fact>
        <Fact label="Company">{customer.company || <None />}</Fact>
        <Fact label="Representative">{`${customer.representative.name}, ${customer.representative.email}`}</Fact>
        <Fact label="Since">
          <Moment at={customer.createdAt} />
        </Fact>
        <Fact label="Access link">
          <LinkState customer={customer} />
        </Fact>
        <Fact label="First opened">
          <Moment at={customer.firstOpenedAt} />
        </Fact>
      </PartFacts>
      <PersonList
        title="Notes of representatives"
        items={customer.notes}
        keyOf={({ updatedAt, writtenBy }) => `${updatedAt} ${writtenBy}`}
      >
        {({ note, writtenBy, updatedAt }) => (
          <>
            <span dir="auto" className="block whitespace-pre-wrap">
              {note}
            </span>
            <span className="block text-muted">
              <span>{`${writtenBy}, `}</span>
              <Moment at={updatedAt} />
            </span>
          </>
        )}
      </PersonList>
      <Places title="Sign-ins" items={customer.sessions} storedCount={counts.sessions} />
      <Places title="Openings" items={customer.openings} storedCount={counts.openings} />
      <PersonList
        title="Sales"
        items={customer.sales}
        storedCount={counts.sales}
        keyOf={({ saleDate, amountCents }, index) => `${saleDate} ${amountCents} ${index}`}
      >
        {(sale) => (
          <span className="tabular">
            {`${formatDay(sale.saleDate)}: ${sale.productName}, ${sale.billingFrequency}, ${formatCents(sale.amountCents)}${sale.isCancelled ? ', cancelled' : ''}`}
          </span>
        )}
      </PersonList>
      <TrailList trail={customer.trail} storedCount={counts.trail} />
    </PersonPart>
  );
}

function None() {
  return <span className="text-muted">none</span>;
}

function LinkState({ customer }: { customer: PersonCustomer }) {
  const { hasOpenLink, revokedAt, linkEndsAt } = customer;
  return (
    <span className="flex flex-wrap gap-x-3">
      {hasOpenLink ? (
        <StatusMark shape="dot" tone="text-success">
          Open
        </StatusMark>
      ) : (
        <StatusMark shape="bar" tone="text-muted">
          {revokedAt === null ? 'Ended' : 'Revoked'}
        </StatusMark>
      )}
      <span className="text-muted">
        <span>{hasOpenLink ? 'until ' : ''}</span>
        <Moment at={revokedAt ?? linkEndsAt} />
      </span>
    </span>
  );
}

/** The account of a representative. Corrections are made under Representatives. */
export function RepresentativePart({ rep }: { rep: PersonRep | null }) {
  if (rep === null) return <PersonPart title="Representative" />;
  const { counts } = rep;
  return (
    <PersonPart title="Representative">
      <PartFacts>
        <Fact label="Name">{rep.name}</Fact>
        <Fact label="Account">
          {rep.disabledAt === null ? (
            <span key="open">can sign in</span>
          ) : (
            <span>
              disabled <Moment at={rep.disabledAt} />
            </span>
          )}
          <span>{rep.isManager ? ', manager' : ''}</span>
        </Fact>
        <Fact label="Since">
          <Moment at={rep.createdAt} />
        </Fact>
        <Fact label="Work">
          {[
            counted(counts.customers ?? 0, 'customer'),
            counted(counts.sales ?? 0, 'sale'),
            counted(counts.statements ?? 0, 'statement'),
            counted(counts.assignedRequests ?? 0, 'assigned request'),
            counted(counts.notesOnCustomers ?? 0, 'note'),
          ].join(', ')}
        </Fact>
      </PartFacts>
      <PersonList title="Sales IDs" items={rep.salesIds} keyOf={({ id }) => id}>
        {({ createdAt, lastUsedAt, revokedAt }) => (
          <>
            Issued <Moment at={createdAt} />
            <span className="block text-muted">
              last used <Moment at={lastUsedAt} />
              {revokedAt === null ? null : (
                <span>
                  , revoked <Moment at={revokedAt} />
                </span>
              )}
            </span>
          </>
        )}
      </PersonList>
      <MailedCodes title="Codes for Operations" codes={rep.managerCodes} />
      <Places title="Sign-ins" items={rep.sessions} storedCount={counts.sessions} />
      <TrailList trail={rep.trail} storedCount={counts.trail} />
    </PersonPart>
  );
}

interface MailedCodesProps {
  title: string;
  codes: readonly { createdAt: string; usedAt: string | null }[];
}

/** When codes were mailed, and used. */
export function MailedCodes({ title, codes }: MailedCodesProps) {
  return (
    <PersonList title={title} items={codes} keyOf={({ createdAt }, index) => `${createdAt} ${index}`}>
      {({ createdAt, usedAt }) => (
        <>
          Mailed <Moment at={createdAt} />, used <Moment at={usedAt} />
        </>
      )}
    </PersonList>
  );
}

interface RequestsPartProps {
  requests: readonly PersonRequest[];
  /** The number of stored requests, if it may exceed the listed ones. */
  storedCount?: number | undefined;
  onCorrect(request: PersonRequest): void;
}

/** The forms that the person sent, with the staff's notes. */
export function RequestsPart({ requests, storedCount = requests.length, onCorrect }: RequestsPartProps) {
  return (
    <PersonPart title={storedCount === 0 ? 'Contact requests' : counted(storedCount, 'contact request')}>
      {requests.length === 0 ? null : (
        <>
          <ol>
            {requests.map((request) => (
              <li key={request.id} className="border-t border-line">
                <div className="flex items-center justify-between gap-4 text-sm">
                  <span className="py-3 font-medium">
                    Received <Moment at={request.createdAt} />
                  </span>
                  <Button variant="quiet" className="text-sm" onClick={() => onCorrect(request)}>
                    Correct<span className="sr-only">{` the request of ${request.firstName}`}</span>
                  </Button>
                </div>
                <PartFacts>
                  <TextFacts facts={factsOf(request)} />
                  {request.consentedAt === null ? null : (
                    <Fact label="Consent">
                      given <Moment at={request.consentedAt} />
                      {request.consentWithdrawnAt === null ? null : (
                        <span>
                          , withdrawn <Moment at={request.consentWithdrawnAt} />
                        </span>
                      )}
                    </Fact>
                  )}
                </PartFacts>
              </li>
            ))}
          </ol>
          <NotListed listed={requests.length} stored={storedCount} />
        </>
      )}
    </PersonPart>
  );
}

/** The stored values */
function factsOf(request: PersonRequest): (readonly [label: string, text: string])[] {
  return [
    ['Name', `${request.firstName} ${request.lastName}`.trim()],
    ['Email', request.email],
    ['Company', request.company],
    ...addedFacts(request),
    ['Message', request.message],
    ['Our note', request.staffNote],
    [
      'Status',
      `${request.status.replaceAll('_', ' ')}${request.quarantinedAt === null ? '' : ', held back'}`,
    ],
    ['Assigned to', request.assignedTo ?? 'no one yet'],
    ['Came from', request.source],
    [
      'Campaign',
      Object.entries(request.utm)
        .map(([name, value]) => `${name}: ${String(value)}`)
        .join(', '),
    ],
    ['Page before', request.referrer],
  ];
}
