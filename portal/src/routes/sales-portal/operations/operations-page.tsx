import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { PortalFrame } from '../portal-frame.tsx';
import { NotForYou } from './not-for-you.tsx';

/** Fetched only for managers. */
const loadArea = () => import('./operations-area.tsx');

/** The page where managers run the business. Other people learn that it is not for them, and load nothing more. */
export default function OperationsPage({ host }: RemotePageProps) {
  return (
    <PortalFrame host={host}>
      {({ rep, sessionId }, theme) =>
        rep.isManager === true ? (
          <LazyPart
            key={sessionId}
            load={loadArea}
            props={{ rep, ...theme }}
            pending={
              <PendingRegion label="Loading Operations">
                <Skeleton className="h-80 w-full" />
              </PendingRegion>
            }
            failed={(retry) => <ErrorState title="Failed to load Operations." onRetry={retry} />}
          />
        ) : (
          <NotForYou />
        )
      }
    </PortalFrame>
  );
}
