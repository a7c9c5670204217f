import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { onIntent } from '@corvane/shared/lib/on-intent';
import { Component, lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { toast } from '../toasts/toast.tsx';
import { showWait } from '../waiting/progress-bar.tsx';
import { forgetOpenedLink, type OpenedLink } from './opened-link.ts';
import type { AskedSignIn } from './sales-id-dialog.tsx';

const loadSalesIdDialog = () => import('./sales-id-dialog.tsx');
const loadAccessTokenDialog = () => import('./access-token-dialog.tsx');

/** For a button that opens the dialog: its code is requested before the press. */
export const PREPARE_SALES_ID = onIntent(loadSalesIdDialog);
export const PREPARE_ACCESS_TOKEN = onIntent(loadAccessTokenDialog);

const SalesIdDialog = lazy(loadSalesIdDialog);
const AccessTokenDialog = lazy(loadAccessTokenDialog);

type Kind = Parameters<HostServices['openSignIn']>[0];

interface SignInState {
  /** The dialog that was opened last. It stays mounted so that its closing animation is visible. */
  kind: Kind | null;
  open: boolean;
  /** The site asked a representative to sign in. null: the person opened the dialog. */
  asked: AskedSignIn | null;
}

const NO_LINK: OpenedLink = { status: 'none' };

/**
 * The open sign-in dialog. A link with an access token opens the customer's dialog as soon as the page is hydrated.
 * The prerendered page is the same for all visitors and has no dialog.
 *
 * After its dialog was closed, a link's token waits in this page's memory until it is used or refused. Then it is over:
 * later the access may end or the customer may log out, and nothing must offer the link again.
 */
export function useSignInDialogs(link: OpenedLink) {
  const [state, setState] = useState<SignInState>({ kind: null, open: false, asked: null });
  const [isPutOff, setPutOff] = useState(false);
  const [isOver, setOver] = useState(false);
  /** A refused token stays in its open dialog until that is closed. */
  const isRefused = useRef(false);
  const show = useCallback((kind: Kind, asked: AskedSignIn | null = null) => {
    showWait(kind === 'rep' ? loadSalesIdDialog() : loadAccessTokenDialog());
    setState({ kind, open: true, asked });
  }, []);
  useEffect(() => {
    delete document.documentElement.dataset.link;
    if (link.status !== 'none') show('customer');
  }, [link, show]);
  return {
    ...state,
    openedLink: isOver ? NO_LINK : link,
    isWaiting: link.status === 'opened' && isPutOff && !isOver,
    onRefused(isShown: boolean) {
      if (isShown) isRefused.current = true;
      else setOver(true);
    },
    onUsed: () => setOver(true),
    /** Stays the same function. @param asked if the site asks a representative */
    openSignIn: show,
    setOpen(open: boolean) {
      if (!open) {
        forgetOpenedLink(window);
        setPutOff(true);
        setOver(isOver || isRefused.current);
      }
      setState((previous) => ({ ...previous, open }));
    },
  };
}

interface SignInDialogsProps extends Omit<ReturnType<typeof useSignInDialogs>, 'isWaiting' | 'openSignIn'> {
  goToPlans(): void;
  Link: HostServices['Link'];
  openPortal(): void;
  goBack(path: string): void;
}

/** The code of a dialog loads when a pointer reaches a button that opens it, or when it opens. */
export function SignInDialogs({ kind, open, setOpen, ...props }: SignInDialogsProps) {
  const dialog = { open, onOpenChange: setOpen, ...props };
  return (
    <DialogBoundary open={open} onFailure={() => setOpen(false)}>
      <Suspense>
        {kind === 'rep' ? <SalesIdDialog {...dialog} /> : null}
        {kind === 'customer' ? <AccessTokenDialog {...dialog} /> : null}
      </Suspense>
    </DialogBoundary>
  );
}

interface DialogBoundaryProps {
  children: ReactNode;
  open: boolean;
  /** The dialog counts as closed, so the page below it can be used again. */
  onFailure(): void;
}

/** Contains a dialog that fails to load or to draw: the page stays, and a message says what happened. */
export class DialogBoundary extends Component<DialogBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailure();
    toast({
      tone: 'error',
      title: 'This dialog could not be opened',
      description: 'The rest of the page works. Reload the page to open the dialog.',
      action: { label: 'Reload the page', onClick: () => location.reload() },
    });
  }

  override componentDidUpdate({ open: wasOpen }: DialogBoundaryProps) {
    if (this.state.failed && this.props.open && !wasOpen) this.setState({ failed: false });
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
