import { REP_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import type { EndedAccess, Session } from '@corvane/shared/contracts/remote/session';
import { startTransition, useEffect, useRef, useState } from 'react';
import { usePage } from '../page-context.ts';
import { toast } from '../toasts/toast.tsx';

/**
 * Who is signed in. It starts like the prerendered page and changes in transitions. Another kind of update before the
 * page's code arrives would make React discard the prerendered page. React would then render it again. Any change
 * meanwhile makes React begin again with every part of the page that is not hydrated yet.
 */
export function useSession(): Session {
  const store = usePage().session;
  const [session, setSession] = useState<Session>(store.getFirstSnapshot);
  useEffect(() => {
    const follow = () => startTransition(() => setSession(store.getSnapshot()));
    follow();
    return store.subscribe(follow);
  }, [store]);
  return session;
}

/**
 * Removes the attributes that shared/src/first-paint/hint-session.js set before the first paint. It does so once the
 * session is known, in the same commit that shows the right page.
 */
export function useSessionHint(status: Session['status']): void {
  useEffect(() => {
    const page = document.documentElement;
    if (status !== 'restoring') delete page.dataset.session;
    if (status === 'anonymous' || status === 'customer') page.removeAttribute(REP_THEME_ATTRIBUTE);
  }, [status]);
}

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
