import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { useMemo } from 'react';
import { useRouter } from '../router/router.tsx';
import { signOut } from '../session/sign-out.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { toast } from '../toasts/toast.ts';
import { HostLink } from './host-link.tsx';
import { usePage } from './page-context.ts';
import { track } from './track.ts';

/** Everything a remote gets from the host; see docs/contracts/remote.md. */
export function useHostServices(openSignIn: HostServices['openSignIn']): HostServices {
  const { config, api } = usePage();
  const { location, navigate } = useRouter();
  const store = useSessionStore();
  const session = useSession();

  return useMemo<HostServices>(
    () => ({
      brand: { name: config.brandName },
      Link: HostLink,
      navigate,
      location,
      session,
      showPricing: session.status === 'rep' || session.status === 'customer',
      checkSession: store.recheck,
      signOut: () => signOut(store),
      openSignIn,
      api,
      toast,
      track,
    }),
    [config.brandName, navigate, location, session, store, openSignIn, api],
  );
}
