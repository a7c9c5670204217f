import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { PortalFrame } from './portal-frame.tsx';
import { PortalWorkspace } from './portal-workspace.tsx';

/** The sales rep's portal. */
export default function SalesPortalPage({ host }: RemotePageProps) {
  return <PortalFrame host={host}>{({ sessionId }) => <PortalWorkspace key={sessionId} />}</PortalFrame>;
}
