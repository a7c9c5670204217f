import { isConnectionSpared } from '@corvane/shared/lib/connection';
import { useCallback } from 'react';
import { useSessionStore } from '../session/use-session.ts';
import { usePage } from './page-context.ts';
import { preparePage } from './prepare-page.ts';

/**
 * For a link that a visitor points at, touches or focuses. Asks whether a newer release is live. Fetches the code of
 * the page at the address if the visitor may open it. It fetches nothing over a metered or very slow connection.
 */
export function usePreparedPage(): (href: string) => void {
  const page = usePage();
  const session = useSessionStore();
  return useCallback(
    (href) => {
      page.releases.look();
      if (!isConnectionSpared(/2g$/)) preparePage(page, session, href);
    },
    [page, session],
  );
}
