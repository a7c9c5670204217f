import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { DialogBoundary } from './dialog-boundary.tsx';
import { forgetOpenedLink, type OpenedLink } from './opened-link.ts';

const SalesIdDialog = lazy(() => import('./sales-id-dialog.tsx'));
const AccessTokenDialog = lazy(() => import('./access-token-dialog.tsx'));

type Kind = Parameters<HostServices['openSignIn']>[0];

interface SignInState {
  /** Last dialog that was opened: it stays mounted, so that its closing is seen. */
  kind: Kind | null;
  open: boolean;
}

/**
 * The open sign-in dialog. A link with an access token opens the customer's dialog as soon as the page is hydrated.
 * The prerendered page is the same for all visitors and has no dialog.
 */
export function useSignInDialogs(openedLink: OpenedLink) {
  const [state, setState] = useState<SignInState>({ kind: null, open: false });
  useEffect(() => {
    delete document.documentElement.dataset.link;
    if (openedLink.status !== 'none') setState({ kind: 'customer', open: true });
  }, [openedLink]);
  const openSignIn = useCallback<HostServices['openSignIn']>((kind) => setState({ kind, open: true }), []);
  const setOpen = useCallback((open: boolean) => {
    if (!open) forgetOpenedLink(window);
    setState((previous) => ({ ...previous, open }));
  }, []);
  return { ...state, openSignIn, setOpen };
}

interface SignInDialogsProps extends SignInState {
  setOpen(open: boolean): void;
  openedLink: OpenedLink;
  goToPlans(): void;
  Link: HostServices['Link'];
  openPortal(): void;
}

/** The dialogs' code is fetched when the first one is opened. */
export function SignInDialogs({
  kind,
  open,
  setOpen,
  openedLink,
  goToPlans,
  openPortal,
  Link,
}: SignInDialogsProps) {
  return (
    <DialogBoundary open={open} onFailure={() => setOpen(false)}>
      <Suspense>
        {kind === 'rep' ? <SalesIdDialog open={open} onOpenChange={setOpen} openPortal={openPortal} /> : null}
        {kind === 'customer' ? (
          <AccessTokenDialog
            open={open}
            onOpenChange={setOpen}
            openedLink={openedLink}
            goToPlans={goToPlans}
            Link={Link}
          />
        ) : null}
      </Suspense>
    </DialogBoundary>
  );
}
