import { usePage } from '../page-context.ts';
import { toast } from '../toasts/toast.tsx';
import { CredentialDialog } from './credential-dialog.tsx';

export interface AskedSignIn {
  /** A session has ended here. Otherwise a page for representatives was opened without one. */
  hasEnded: boolean;
  /** Where to continue after the sign-in. Null for here. */
  path: string | null;
}

interface SalesIdDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  asked: AskedSignIn | null;
  openPortal(): void;
  goBack(path: string): void;
}

const DESCRIPTION =
  'For sales representatives: sign in with your sales ID to see prices and open the Sales Portal.';

const AGAIN =
  'Your session has ended: it was ended elsewhere, or its time was up. Sign in again with your sales ID to continue.';

/** Signs a sales representative in. */
export default function SalesIdDialog({ open, onOpenChange, asked, openPortal, goBack }: SalesIdDialogProps) {
  const session = usePage().session;
  /** Who opened the dialog came to work. null: to stay here. */
  function wayOn(from: AskedSignIn | null): (() => void) | null {
    if (from === null) return openPortal;
    const { path } = from;
    return path === null ? null : () => goBack(path);
  }
  return (
    <CredentialDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Partner Program"
      description={asked?.hasEnded ? AGAIN : DESCRIPTION}
      label="Sales ID"
      submitLabel="Sign in"
      busyLabel="Authenticating..."
      emptyMessage="Please enter your Sales ID"
      refusedMessage="Invalid Sales ID. Please try again."
      signIn={(salesId) => session.signInRep(salesId)}
      onSignedIn={(isShown) => {
        const goOn = isShown ? wayOn(asked) : null;
        toast({
          tone: 'success',
          title: 'Authentication Successful',
          description: 'Welcome to Demo Mode. Pricing is now visible.',
          ...(goOn === null ? { action: { label: 'Open Sales Portal', onClick: openPortal } } : {}),
        });
        goOn?.();
      }}
    />
  );
}
