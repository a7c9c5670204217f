import { REP_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { startTransition, useEffect, useState } from 'react';
import { usePage } from '../page-context.ts';

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
