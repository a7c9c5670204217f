import { PORTAL_LINK } from '../layout/site-links.ts';
import { useSessionStore } from '../session/use-session.ts';
import { toast } from '../toasts/toast.ts';
import { CredentialDialog } from './credential-dialog.tsx';

interface SalesIdDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  openPortal(): void;
}

/** Signs a sales representative in. */
export default function SalesIdDialog({ open, onOpenChange, openPortal }: SalesIdDialogProps) {
  const session = useSessionStore();
  return (
    <CredentialDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Partner Program"
      description="For sales representatives: sign in with your sales ID to see prices and open the Sales Portal."
      label="Sales ID"
      submitLabel="Sign in"
      busyLabel="Authenticating..."
      emptyMessage="Please enter your Sales ID"
      refusedMessage="Invalid Sales ID. Please try again."
      signIn={(salesId) => session.signInRep(salesId)}
      onSignedIn={() =>
        toast({
          tone: 'success',
          title: 'Authentication Successful',
          description: 'Welcome to Demo Mode. Pricing is now visible.',
          action: { label: `Open ${PORTAL_LINK.label}`, onClick: openPortal },
        })
      }
    />
  );
}
