import { DEMO_LEAD_ID } from '@corvane/shared/contracts/demo';
import type { Session, ToastMessage } from '@corvane/shared/contracts/host-services';
import { useSessionStore } from '../session/use-session.ts';
import { toast } from '../toasts/toast.ts';
import { CredentialDialog } from './credential-dialog.tsx';

interface AccessTokenDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** Token of the link that was opened, '' for none. Nothing is spent until the button is pressed. */
  initialToken: string;
  /** Leaves the page that the link led to. */
  goHome(): void;
}

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
  return session.status === 'customer' && session.lead.id === DEMO_LEAD_ID;
}

/** Signs a qualified customer in with the access token of their link. */
export default function AccessTokenDialog({
  open,
  onOpenChange,
  initialToken,
  goHome,
}: AccessTokenDialogProps) {
  const session = useSessionStore();
  return (
    <CredentialDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Customer Access"
      description="Your sales representative sent you a link with an access token. It shows you prices for 48 hours."
      label="Access token"
      initialValue={initialToken}
      submitLabel="See prices"
      busyLabel="Verifying..."
      emptyMessage="Please enter your access token"
      refusedMessage="Invalid or expired access token. Please contact your sales representative."
      signIn={(token) => session.signInCustomer(token)}
      onSignedIn={() => {
        toast(isDemo(session.getSnapshot()) ? DEMO_SUCCESS : SUCCESS);
        goHome();
      }}
    />
  );
}
