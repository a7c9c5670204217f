import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { HostServicesProvider } from '../../app/host-services-context.tsx';
import { forgetSession, rememberSession } from '../../app/session-memory.ts';
import { Themed } from '../../app/theme.tsx';

type RepSession = Extract<Session, { status: 'rep' }>;

interface PortalFrameProps {
  host: HostServices;
  /** Renders the page for a live session. */
  children(session: RepSession): ReactNode;
}

/** Every page of the portal. A rep's data is rendered only while that rep's session is live. */
export function PortalFrame({ host, children }: PortalFrameProps) {
  const { session } = host;
  const { status } = session;
  // Before anything in the page asks.
  useLayoutEffect(() => rememberSession(session), [session]);
  useEffect(() => {
    if (status === 'anonymous' || status === 'customer') forgetSession();
  }, [status]);

  return (
    <OwnerRoot owner="portal">
      <HostServicesProvider host={host}>
        <Themed>
          <div className="mx-auto min-h-screen max-w-page px-4 pt-6 pb-16 md:px-6" data-testid="portal:page">
            {contentFor(host, children)}
          </div>
        </Themed>
      </HostServicesProvider>
    </OwnerRoot>
  );
}

function contentFor({ session, Link }: HostServices, draw: (session: RepSession) => ReactNode): ReactNode {
  switch (session.status) {
    case 'rep':
      return draw(session);
    case 'restoring':
      return <WorkspacePending />;
    default:
      return (
        <p className="py-16 text-center text-muted">
          The Sales Portal is open to signed-in sales representatives.{' '}
          <Link to="/" className="font-medium text-teal underline underline-offset-4">
            Return to Home
          </Link>
        </p>
      );
  }
}

/** As tall as the workspace's header and tabs, so nothing moves when the session is confirmed. */
function WorkspacePending() {
  return (
    <PendingRegion label="Checking your session">
      <div className="flex items-center justify-between gap-4 pb-4">
        <div>
          <Skeleton className="h-8 w-56" />
          <Skeleton className="mt-2 h-4 w-40" />
        </div>
        <Skeleton className="h-11 w-24" />
      </div>
      <div className="flex h-11 items-center gap-6 border-b border-line">
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-32" />
      </div>
      <Skeleton className="mt-6 h-80 w-full" />
    </PendingRegion>
  );
}
