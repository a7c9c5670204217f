import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { Children, type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { recordFirstVisit } from './first-visit.ts';
import { HostProvider } from './host-context.tsx';
import { type PageSections, SectionsContext } from './static-sections/static-section.tsx';

interface MarketingPageProps {
  host: HostServices;
  sections: PageSections;
  children: ReactNode;
}

/**
 * The frame of every page of this application. Its children are the page's sections. React hydrates each section
 * separately, first the one that the visitor touches.
 */
export function MarketingPage({ host, sections, children }: MarketingPageProps) {
  useEffect(recordFirstVisit, []);
  const { repeatEarlyClick } = host;
  useLayoutEffect(() => repeatEarlyClick?.(), [repeatEarlyClick]);
  return (
    <OwnerRoot owner="marketing" themed>
      <HostProvider value={host}>
        <SectionsContext value={sections}>
          {Children.map(children, (section) => (
            <Suspense>{section}</Suspense>
          ))}
        </SectionsContext>
      </HostProvider>
    </OwnerRoot>
  );
}
