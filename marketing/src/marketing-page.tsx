import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactNode, useEffect } from 'react';
import { recordFirstVisit } from './first-visit.ts';
import { HostProvider } from './host-context.tsx';

/** The frame of every page of this application. */
export function MarketingPage({ host, children }: { host: HostServices; children: ReactNode }) {
  useEffect(recordFirstVisit, []);
  return (
    <OwnerRoot owner="marketing" themed>
      <HostProvider value={host}>{children}</HostProvider>
    </OwnerRoot>
  );
}
