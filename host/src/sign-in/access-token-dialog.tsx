import { DEMO_CUSTOMER_ID } from '@corvane/shared/contracts/backend/demo';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import type { ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { useSessionStore } from '../session/use-session.ts';
import { toast } from '../toasts/toast.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import type { OpenedLink } from './opened-link.ts';

interface AccessTokenDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Nothing of it is spent until the button is pressed. */
  openedLink: OpenedLink;
  /** Leaves the page that the link led to, for the one with the plans. */
  goToPlans(): void;
}

const DESCRIPTION = `Your sales representative sent you a link with an access token. It shows you prices for ${durationWords(ACCESS_LINK_LIFE_SECONDS)}.`;

const LINK_LOST =
  'This page was reloaded, and the token of your link is gone. Please open the link again, or enter its access token.';

const SUCCESS: ToastMessage = {
  tone: 'success',
  title: 'Authentication Successful',
  description: 'Welcome! You now have access to pricing information.',
};

const DEMO_SUCCESS: ToastMessage = {
  tone: 'success',
  title: 'Demo Mode Activated',
  description: 'Pricing is now visible.',
};

function isDemo(session: Session): boolean {
  return session.status === 'customer' && session.customer.id === DEMO_CUSTOMER_ID;
}

/** Signs a qualified customer in with the access token of their link. */
export default function AccessTokenDialog({
  open,
  onOpenChange,
  openedLink,
  goToPlans,
}: AccessTokenDialogProps) {
  const session = useSessionStore();
  return (
    <CredentialDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Customer Access"
      description={openedLink.status === 'lost' ? LINK_LOST : DESCRIPTION}
      label="Access token"
      initialValue={openedLink.status === 'opened' ? openedLink.token : ''}
      submitLabel="See prices"
      busyLabel="Verifying..."
      emptyMessage="Please enter your access token"
      refusedMessage="Invalid or expired access token. Please contact your sales representative."
      signIn={(token) => session.signInCustomer(token)}
      onSignedIn={() => {
        toast(isDemo(session.getSnapshot()) ? DEMO_SUCCESS : SUCCESS);
        goToPlans();
      }}
    />
  );
}
