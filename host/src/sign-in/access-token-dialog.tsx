import { DEMO_CUSTOMER_ID } from '@corvane/shared/contracts/backend/customers/demo';
import type { HostServices, ToastMessage } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { MailLink } from '@corvane/shared/ui/access-note';
import { buttonClass } from '@corvane/shared/ui/button';
import { usePage } from '../page-context.ts';
import { useSession } from '../session/use-session.ts';
import { toast } from '../toasts/toast.tsx';
import { CredentialDialog } from './credential-dialog.tsx';
import type { OpenedLink } from './opened-link.ts';
import { tokenIn } from './token-in.ts';

interface AccessTokenDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
  /** The token from the link. It is used only when the button is pressed. */
  openedLink: OpenedLink;
  onRefused(isShown: boolean): void;
  /** Called after a successful sign-in. */
  onUsed(): void;
  /** Moves from the page of the link to the page with the plans. */
  goToPlans(): void;
  Link: HostServices['Link'];
}

const DESCRIPTION =
  'Your sales representative sent you a link with an access token. It shows you prices, and how long you can see them.';

const LINK_OPENED =
  'This link shows you the prices of our plans, and how long you can see them. It is personal: please do not pass it on.';

const LINK_REFUSED = 'You can request a new link, or enter another access token.';

const LINK_LOST = 'This page was reloaded. Please open your link again, or enter its access token.';

const DESCRIPTIONS: Record<OpenedLink['status'], string> = {
  none: DESCRIPTION,
  opened: LINK_OPENED,
  lost: LINK_LOST,
};

/** Representatives already see prices, and trying a link ends their own session. */
const LINK_OPENED_BY_REP =
  'You are signed in as a sales representative and see prices already. If you go on, you are signed out, and the link counts as opened by your customer.';

/** No token has a slash. Mimecast, for example, replaces the whole link. */
const NO_TOKEN =
  'Part of this link is missing. A mail scanner may have replaced it: please open the link from the mail itself.';

/** The contact page with the reason: a link no longer works. */
const NEW_LINK_PATH = '/contact?source=new-link';

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
  onRefused,
  onUsed,
  goToPlans,
  Link,
}: AccessTokenDialogProps) {
  const session = usePage().session;
  const known = useSession();
  const endedAccess = known.status === 'anonymous' ? known.endedAccess : undefined;
  return (
    <CredentialDialog
      // Unmask the field once its token was used.
      key={openedLink.status}
      open={open}
      onOpenChange={onOpenChange}
      title="Customer Access"
      description={
        known.status === 'rep' && openedLink.status === 'opened'
          ? LINK_OPENED_BY_REP
          : DESCRIPTIONS[openedLink.status]
      }
      descriptionAfterRefusal={LINK_REFUSED}
      label="Access token"
      hint={openedLink.status === 'opened' ? undefined : 'You can also paste the whole link.'}
      initialValue={openedLink.status === 'opened' ? openedLink.token : ''}
      submitLabel="See prices"
      busyLabel="Verifying..."
      emptyMessage="Please enter your access token"
      refusedMessage="Invalid or expired access token. Please contact your sales representative."
      credentialIn={tokenIn}
      faultOf={(token) => (token.includes('/') ? NO_TOKEN : undefined)}
      signIn={(token) => session.signInCustomer(token)}
      onRefused={onRefused}
      afterRefusal={
        <div className="grid gap-2">
          <Link to={NEW_LINK_PATH} onClick={() => onOpenChange(false)} className={buttonClass('signal')}>
            Request a new link
          </Link>
          {endedAccess === undefined ? null : (
            <p className="text-sm text-muted wrap-anywhere">
              <span>
                {`Or write to ${endedAccess.repName === endedAccess.repEmail ? '' : `${endedAccess.repName}: `}`}
              </span>
              <MailLink to={endedAccess.repEmail} subject="A new link to see prices">
                {endedAccess.repEmail}
              </MailLink>
            </p>
          )}
        </div>
      }
      onSignedIn={(isShown) => {
        onUsed();
        toast(isDemo(session.getSnapshot()) ? DEMO_SUCCESS : SUCCESS);
        if (isShown) goToPlans();
      }}
    />
  );
}
