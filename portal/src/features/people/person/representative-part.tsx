import type { PersonRep } from '@corvane/shared/contracts/backend/people/people';
import { counted } from '@corvane/shared/lib/counted';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { NothingStored, PartFacts, PersonList, PersonPart } from '../person-part.tsx';
import { FromWhere } from './from-where.tsx';
import { TrailList } from './trail-list.tsx';

/** The account of a representative. Corrections are made under Representatives. */
export function RepresentativePart({ rep }: { rep: PersonRep | null }) {
  if (rep === null) {
    return (
      <PersonPart title="Representative">
        <NothingStored />
      </PersonPart>
    );
  }
  const { counts } = rep;
  return (
    <PersonPart title="Representative">
      <PartFacts>
        <Facts>
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
              counted(counts.assignedRequests ?? 0, 'assigned request'),
              counted(counts.notesOnCustomers ?? 0, 'note'),
            ].join(', ')}
          </Fact>
        </Facts>
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
      <PersonList
        title="Codes for Operations"
        items={rep.managerCodes}
        keyOf={({ createdAt }, index) => `${createdAt} ${index}`}
      >
        {({ createdAt, usedAt }) => (
          <>
            Mailed <Moment at={createdAt} />, used <Moment at={usedAt} />
          </>
        )}
      </PersonList>
      <PersonList title="Sign-ins" items={rep.sessions} storedCount={counts.sessions} keyOf={({ id }) => id}>
        {({ createdAt, ...from }) => <FromWhere at={createdAt} {...from} />}
      </PersonList>
      <TrailList trail={rep.trail} storedCount={counts.trail} />
    </PersonPart>
  );
}
