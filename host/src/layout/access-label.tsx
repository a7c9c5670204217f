import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { lazy, Suspense } from 'react';
import { AccessPill } from './access-pill.tsx';

/** Loaded only for customers. Without it, the label alone still says why prices are visible. */
const AccessBadge = lazy(() =>
  import('./access-badge.tsx').catch(() => ({ default: () => <AccessPill>Premium Access</AccessPill> })),
);

/** Whether the label belongs to a current or former customer. The bar shows it at every width. */
export function isCustomers(session: Session): boolean {
  return (
    session.status === 'customer' || (session.status === 'anonymous' && session.endedAccess !== undefined)
  );
}

/** Tells signed-in people why they see prices, and former customers why they no longer do. */
export function AccessLabel({ host: { session, checkSession } }: { host: HostServices }) {
  switch (session.status) {
    case 'rep':
      return <AccessPill>Demo Mode</AccessPill>;
    case 'customer':
    case 'anonymous':
      if (!isCustomers(session)) return null;
      return (
        <Suspense fallback={session.status === 'customer' ? <AccessPill>Premium Access</AccessPill> : null}>
          <AccessBadge session={session} onOver={checkSession} />
        </Suspense>
      );
    default:
      return null;
  }
}
