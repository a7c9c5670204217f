import type { Session } from '@corvane/shared/contracts/remote/session';
import { useEffect, useRef } from 'react';
import { toast } from '../toasts/toast.ts';

interface WayBack {
  /** Whether only representatives may see this page, so it must close when the session ends. */
  isRepPage: boolean;
  /** @param goBack whether to return to this page afterwards */
  signInAgain(goBack: boolean): void;
}

/** Shows at once that a session ended without a sign-out, and offers to sign in again. */
export function useSessionEnded(session: Session, wayBack: WayBack): void {
  const latest = useRef(wayBack);
  useEffect(() => {
    latest.current = wayBack;
  });
  useEffect(() => {
    if (session.status !== 'anonymous' || session.ended === undefined) return;
    const { isRepPage, signInAgain } = latest.current;
    if (session.ended === 'rep') {
      if (isRepPage) signInAgain(true);
      else
        toast({
          tone: 'info',
          title: 'Your session has ended',
          description: 'It was ended elsewhere, or its time was up.',
          action: { label: 'Sign in', onClick: () => signInAgain(false) },
        });
      return;
    }
    const { endedAccess } = session;
    toast({
      tone: 'info',
      title: 'Your access to prices has ended',
      description:
        endedAccess === undefined
          ? 'Please ask your sales representative for a new link.'
          : `Please ask ${endedAccess.repName}, ${endedAccess.repEmail}, for a new link.`,
    });
  }, [session]);
}
