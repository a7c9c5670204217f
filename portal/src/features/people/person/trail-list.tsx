import type { PersonTrail } from '@corvane/shared/contracts/backend/people/people';
import { Moment } from '../../../ui/facts/facts.tsx';
import { PersonList } from '../person-part.tsx';

interface TrailListProps {
  trail: PersonTrail;
  storedCount: number | undefined;
}

/** The person's audit events. They outlive an erasure, without the person and without addresses. */
export function TrailList({ trail, storedCount }: TrailListProps) {
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
