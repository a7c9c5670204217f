import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { clientOfSession } from '../api/api-client.ts';
import { usePage } from '../page-context.ts';
import { sessionIdOf } from '../session/read-session.ts';
import type { SessionStore } from '../session/session-store.ts';
import { useSession } from '../session/use-session.ts';
import { track } from '../site-events/track.ts';
import { toast } from '../toasts/toast.tsx';
import { showWait } from '../waiting/progress-bar.tsx';
import { repeatEarlyClick } from './early-click.ts';
import { HostLink, usePlainLinks } from './links.tsx';

const repeatEarlyClickInPage = () => repeatEarlyClick(window, 'page');

/**
 * All services that a remote gets from the host. See docs/contracts/remote.md.
 * @param isRepPage whether the page shows what only the session's person may see
 */
export function useHostServices(openSignIn: HostServices['openSignIn'], isRepPage: boolean): HostServices {
  const { config, api: client, session: store } = usePage();
  const { pathname, search, hash, state } = useLocation();
  const routerNavigate = useNavigate();
  const session = useSession();
  const plainLinks = usePlainLinks();
  const sessionId = isRepPage ? sessionIdOf(session) : '';
  const api = useMemo(
    () =>
      sessionId ? clientOfSession(client, () => sessionIdOf(store.getSnapshot()) !== sessionId) : client,
    [client, store, sessionId],
  );

  const navigate = useCallback<HostServices['navigate']>(
    (to, options) => void routerNavigate(to, options),
    [routerNavigate],
  );

  return useMemo<HostServices>(
    () => ({
      brand: { name: config.brandName },
      Link: HostLink,
      plainLinks,
      repeatEarlyClick: repeatEarlyClickInPage,
      navigate,
      location: { pathname, search, hash, state },
      session,
      showPricing: session.status === 'rep' || session.status === 'customer',
      checkSession: store.recheck,
      signOut: () => signOut(store),
      openSignIn,
      api,
      toast,
      showWait,
      track,
    }),
    [config.brandName, plainLinks, navigate, pathname, search, hash, state, session, store, openSignIn, api],
  );
}

/** Ends the session and says so. It never rejects: here the session is over in any case. */
async function signOut(store: SessionStore): Promise<void> {
  try {
    await store.signOut();
    toast({ title: 'Logged Out', description: 'You have been logged out successfully', tone: 'success' });
  } catch {
    toast({
      title: 'Logged Out',
      description: 'You have been logged out on this device. The server could not be reached to confirm it.',
      tone: 'info',
    });
  }
}
