import type { Session } from '@corvane/shared/contracts/remote/session';
import { useEffect } from 'react';

/**
 * Takes back what shared/src/first-paint/hint-session.js said before the first paint, once it is known who is here: together with the
 * page that is right for them.
 */
export function useSessionHint(status: Session['status']): void {
  useEffect(() => {
    if (status !== 'restoring') delete document.documentElement.dataset.session;
  }, [status]);
}
