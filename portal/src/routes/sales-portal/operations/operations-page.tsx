import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { useState } from 'react';
import { useHostServices, useRep } from '../../../app/host-services-context.tsx';
import { LazyPart, usualStates } from '../../../ui/parts/lazy-part.tsx';
import { PortalFrame } from '../portal-frame.tsx';

/** Fetched only for managers. */
const loadArea = () => import('./operations-area.tsx');

/** The page where managers run the business. Other people learn that it is not for them, and load nothing more. */
export default function OperationsPage({ host }: RemotePageProps) {
  return <PortalFrame host={host}>{({ sessionId }) => <Operations key={sessionId} />}</PortalFrame>;
}

/** Stays open when the right is taken away meanwhile, so nothing typed is lost. The area then says so. */
function Operations() {
  const isManager = useRep().isManager === true;
  const [wasManager, setWasManager] = useState(isManager);
  if (isManager && !wasManager) setWasManager(true);
  if (!wasManager) return <NotForYou />;
  return <LazyPart load={loadArea} props={{}} {...usualStates('Operations')} />;
}

/** Shown to a representative who is not a manager. */
function NotForYou() {
  const { Link } = useHostServices();
  return (
    <div className="py-16 text-center">
      <h1 className="text-heading">Operations is for managers only</h1>
      <p className="mt-2 text-muted">
        Only managers can open it.{' '}
        <Link to="/sales-portal" className="font-medium text-teal underline underline-offset-4">
          Back to the Sales Portal
        </Link>
      </p>
    </div>
  );
}
