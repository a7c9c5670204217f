import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { Children, type ReactNode, Suspense, useEffect } from 'react';
import { recordFirstVisit } from './first-visit.ts';
import { HostProvider } from './host-context.tsx';

/**
 * The frame of every page of this application. Its children are the page's sections. React hydrates each section
 * separately, first the one that the visitor touches.
 */
export function MarketingPage({ host, children }: { host: HostServices; children: ReactNode }) {
  useEffect(recordFirstVisit, []);
  return (
    <OwnerRoot owner="marketing" themed>
      <HostProvider value={host}>
        {Children.map(children, (section) => (
          <Suspense>{section}</Suspense>
        ))}
      </HostProvider>
    </OwnerRoot>
  );
}
