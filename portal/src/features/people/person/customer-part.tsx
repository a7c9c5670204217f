import type { PersonCustomer } from '@corvane/shared/contracts/backend/people/people';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatCents } from '@corvane/shared/lib/money';
import { Button } from '@corvane/shared/ui/button';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { StatusMark } from '../../../ui/facts/status-mark.tsx';
import { NothingStored, PartFacts, PersonList, PersonPart } from '../person-part.tsx';
import { FromWhere } from './from-where.tsx';
import { TrailList } from './trail-list.tsx';

interface CustomerPartProps {
  customer: PersonCustomer | null;
  onCorrect(): void;
}

/** The customer: their representative, their link, and their sessions, openings and sales. */
export function CustomerPart({ customer, onCorrect }: CustomerPartProps) {
  if (customer === null) {
    return (
      <PersonPart title="Customer">
        <NothingStored />
      </PersonPart>
    );
  }
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
        <Facts>
          <Fact label="Name">{customer.name || <None />}</Fact>
          <Fact label="Company">{customer.company || <None />}</Fact>
          <Fact label="Representative">
            {customer.representative.name}, {customer.representative.email}
          </Fact>
          <Fact label="Since">
            <Moment at={customer.createdAt} />
          </Fact>
          <Fact label="Access link">
            <LinkState customer={customer} />
          </Fact>
          <Fact label="First opened">
            <Moment at={customer.firstOpenedAt} />
          </Fact>
        </Facts>
      </PartFacts>
      <PersonList
        title="Notes of representatives"
        items={customer.notes}
        keyOf={({ updatedAt, writtenBy }) => `${updatedAt} ${writtenBy}`}
      >
        {({ note, writtenBy, updatedAt }) => (
          <>
            <span className="block whitespace-pre-wrap">{note}</span>
            <span className="block text-muted">
              {writtenBy}, <Moment at={updatedAt} />
            </span>
          </>
        )}
      </PersonList>
      <PersonList
        title="Sign-ins"
        items={customer.sessions}
        storedCount={counts.sessions}
        keyOf={({ id }) => id}
      >
        {({ createdAt, ...from }) => <FromWhere at={createdAt} {...from} />}
      </PersonList>
      <PersonList
        title="Openings"
        items={customer.openings}
        storedCount={counts.openings}
        keyOf={({ id }) => id}
      >
        {({ createdAt, ...from }) => <FromWhere at={createdAt} {...from} />}
      </PersonList>
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
