import type { EndedAccess, Session } from '@corvane/shared/contracts/remote/session';
import { useEffect, useRef } from 'react';
import { toast } from '../toasts/toast.tsx';

interface WayBack {
  /** Whether only representatives may see this page, so it must close when the session ends. */
  isRepPage: boolean;
  /** Whether a customer's link is open here. Its dialog says what is next, and the link may be a new one. */
  hasOpenedLink: boolean;
  /** @param goBack whether to return to this page afterwards @param hasEnded whether a session has ended here */
  signIn(goBack: boolean, hasEnded: boolean): void;
}

/**
 * Shows at once that a session ended without a sign-out, and offers to sign in again. Also offers it to a visitor who
 * opened a page for representatives without a session, for example from a bookmark.
 */
export function useSessionEnded(session: Session, wayBack: WayBack): void {
  const latest = useRef(wayBack);
  useEffect(() => {
    latest.current = wayBack;
  });
  const isSettled = useRef(false);
  useEffect(() => {
    if (session.status === 'restoring') return;
    const isFirst = !isSettled.current;
    isSettled.current = true;
    if (session.status !== 'anonymous') return;
    const { isRepPage, hasOpenedLink, signIn } = latest.current;
    if (session.ended === undefined) {
      // After a logout the page closes too, but that person is done.
      if (isFirst && isRepPage && !hasOpenedLink) signIn(true, false);
      return;
    }
    if (session.ended === 'rep') {
      if (isRepPage) signIn(true, true);
      else
        toast({
          tone: 'info',
          title: 'Your session has ended',
          description: 'It was ended elsewhere, or its time was up.',
          action: { label: 'Sign in', onClick: () => signIn(false, true) },
        });
      return;
    }
    if (hasOpenedLink) return;
    const known: Partial<EndedAccess> = session.endedAccess ?? {};
    // A representative without a name has the address as one.
    const { repName = 'your sales representative', repEmail = repName } = known;
    toast({
      tone: 'info',
      title: 'Your access to prices has ended',
      description: `Please ask ${repName}${repName === repEmail ? '' : `, ${repEmail},`} for a new link.`,
    });
  }, [session]);
}
