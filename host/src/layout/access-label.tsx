import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { lazy, Suspense } from 'react';
import { AccessPill } from './access-pill.tsx';

/** Only customers fetch it. */
const AccessBadge = lazy(() => import('./access-badge.tsx'));

/** Tells a signed-in person why prices are visible; nothing for everyone else. */
export function AccessLabel({ host: { session, checkSession } }: { host: HostServices }) {
  switch (session.status) {
    case 'rep':
      return <AccessPill>Demo Mode</AccessPill>;
    case 'customer': {
      const label = 'Premium Access';
      return (
        <Suspense fallback={<AccessPill>{label}</AccessPill>}>
          <AccessBadge session={session} label={label} onOver={checkSession} />
        </Suspense>
      );
    }
    default:
      return null;
  }
}
