import { SessionQueries } from '../../app/session-queries.tsx';
import { OpenRequestsWatch } from '../../features/contact-requests/open-requests-watch.tsx';
import { OpeningsWatch } from '../../features/customers/openings-watch.tsx';

/** Announces news on any tab. Fetched when the first view is painted. */
export default function News({ onOpenRequests }: { onOpenRequests(openCount: number): void }) {
  return (
    <SessionQueries>
      <OpeningsWatch />
      <OpenRequestsWatch onCount={onOpenRequests} />
    </SessionQueries>
  );
}
