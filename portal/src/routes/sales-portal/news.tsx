import { SessionQueries } from '../../app/session-queries.tsx';
import { OpeningsWatch } from '../../features/customers/openings/openings-watch.tsx';

/** Announces news on any tab. Fetched when the first view is painted. */
export default function News({ repId }: { repId: string }) {
  return (
    <SessionQueries>
      <OpeningsWatch repId={repId} />
    </SessionQueries>
  );
}
