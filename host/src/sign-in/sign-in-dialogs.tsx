import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { DialogBoundary } from './dialog-boundary.tsx';
import { forgetOpenedLink, type OpenedLink } from './opened-link.ts';

const SalesIdDialog = lazy(() => import('./sales-id-dialog.tsx'));
const AccessTokenDialog = lazy(() => import('./access-token-dialog.tsx'));

type Kind = Parameters<HostServices['openSignIn']>[0];

interface SignInState {
  /** The dialog that was opened last. It stays mounted so that its closing animation is visible. */
  kind: Kind | null;
  open: boolean;
  /** A representative's session has ended. `path` is where to continue after the sign-in, null for here. */
  again: { path: string | null } | null;
}

const NO_LINK: OpenedLink = { status: 'none' };

/** After its dialog was closed, a link's token waits in this page's memory until it is used or refused. */
function useWaitingLink(openedLink: OpenedLink) {
  const [isPutOff, setIsPutOff] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  const [isUsed, setIsUsed] = useState(false);
  const putOff = useCallback(() => setIsPutOff(true), []);
  const onRefused = useCallback(() => setIsRefused(true), []);
  const onUsed = useCallback(() => setIsUsed(true), []);
  return {
    // Later the access may end or the customer may log out. The bar must not offer the used link again.
    openedLink: isUsed ? NO_LINK : openedLink,
    isWaiting: openedLink.status === 'opened' && isPutOff && !isRefused && !isUsed,
    putOff,
    onRefused,
    onUsed,
  };
}

/**
 * The open sign-in dialog. A link with an access token opens the customer's dialog as soon as the page is hydrated.
 * The prerendered page is the same for all visitors and has no dialog.
 */
export function useSignInDialogs(openedLink: OpenedLink) {
  const [state, setState] = useState<SignInState>({ kind: null, open: false, again: null });
  const { putOff, ...link } = useWaitingLink(openedLink);
  useEffect(() => {
    delete document.documentElement.dataset.link;
    if (openedLink.status !== 'none') setState({ kind: 'customer', open: true, again: null });
  }, [openedLink]);
  const openSignIn = useCallback<HostServices['openSignIn']>(
    (kind) => setState({ kind, open: true, again: null }),
    [],
  );
  const askAgain = useCallback(
    (path: string | null) => setState({ kind: 'rep', open: true, again: { path } }),
    [],
  );
  const setOpen = useCallback(
    (open: boolean) => {
      if (!open) {
        forgetOpenedLink(window);
        putOff();
      }
      setState((previous) => ({ ...previous, open }));
    },
    [putOff],
  );
  return { ...state, ...link, openSignIn, askAgain, setOpen };
}

interface SignInDialogsProps extends SignInState {
  onRefused(): void;
  onUsed(): void;
  setOpen(open: boolean): void;
  openedLink: OpenedLink;
  goToPlans(): void;
  Link: HostServices['Link'];
  openPortal(): void;
  goBack(path: string): void;
}

/** The dialogs' code loads when the first one is opened. */
export function SignInDialogs({
  kind,
  open,
  again,
  onRefused,
  onUsed,
  setOpen,
  openedLink,
  goToPlans,
  openPortal,
  goBack,
  Link,
}: SignInDialogsProps) {
  return (
    <DialogBoundary open={open} onFailure={() => setOpen(false)}>
      <Suspense>
        {kind === 'rep' ? (
          <SalesIdDialog
            open={open}
            onOpenChange={setOpen}
            again={again}
            openPortal={openPortal}
            goBack={goBack}
          />
        ) : null}
        {kind === 'customer' ? (
          <AccessTokenDialog
            open={open}
            onOpenChange={setOpen}
            openedLink={openedLink}
            onRefused={onRefused}
            onUsed={onUsed}
            goToPlans={goToPlans}
            Link={Link}
          />
        ) : null}
      </Suspense>
    </DialogBoundary>
  );
}
