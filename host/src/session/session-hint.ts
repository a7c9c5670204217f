import { REP_THEME_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { useEffect } from 'react';

/**
 * Takes back what shared/src/first-paint/hint-session.js said before the first paint, once it is known who is here: together with the
 * page that is right for them.
 */
export function useSessionHint(status: Session['status']): void {
  useEffect(() => {
    const page = document.documentElement;
    if (status !== 'restoring') delete page.dataset.session;
    if (status === 'anonymous' || status === 'customer') page.removeAttribute(REP_THEME_ATTRIBUTE);
  }, [status]);
}
