import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { island } from '../island/island.tsx';
import { AccessPill } from './access-pill.tsx';

const Plain = () => <AccessPill>Premium Access</AccessPill>;

/** Loaded only for customers. Without it, the label alone still says why prices are visible. */
const AccessBadge = island(() => import('./access-badge.tsx'), Plain);

type CustomersSession = Extract<Session, { status: 'customer' | 'anonymous' }>;

/** Whether the label belongs to a current or former customer. The bar shows it at every width. */
export function isCustomers(session: Session): session is CustomersSession {
  return (
    session.status === 'customer' || (session.status === 'anonymous' && session.endedAccess !== undefined)
  );
}

/** Tells signed-in people why they see prices, and former customers why they no longer do. */
export function AccessLabel({ host: { session, checkSession, Link } }: { host: HostServices }) {
  if (session.status === 'rep') return <AccessPill>Demo Mode</AccessPill>;
  if (!isCustomers(session)) return null;
  return (
    <AccessBadge
      session={session}
      Link={Link}
      onOver={checkSession}
      pending={session.status === 'customer' ? <Plain /> : null}
    />
  );
}
