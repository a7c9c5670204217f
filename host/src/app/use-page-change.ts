import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSessionStore } from '../session/use-session.ts';
import { showWait } from '../waiting/waits.ts';
import { usePage } from './page-context.ts';

/** After several quick presses, the last link counts. */
let latest = 0;

/**
 * Opens another page of the site by its whole address. If a newer release is live, the browser loads the page, and the
 * tab moves to that release. A change within the page, or one that passes a value in memory, never loads the page. A link
 * to the current page scrolls to its top.
 */
export function usePageChange(): (href: string, state?: unknown) => void {
  const { config, releases, openedLink } = usePage();
  const session = useSessionStore();
  const navigate = useNavigate();
  return useCallback(
    (href, state) => {
      const change = ++latest;
      const address = new URL(href, location.href);
      const { pathname, search, hash } = address;
      const to = (pathname.slice(config.basename.length) || '/') + search + hash;
      // As in browsers, a second press adds no second entry to the history.
      const go = () => void navigate(to, { state, replace: address.href === location.href });
      if (pathname === location.pathname) {
        go();
        // Another page starts at its top by itself, see scroll-and-focus.ts.
        if (hash === '') window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
        return;
      }
      // A page load would lose the unused token of a link.
      const hasLink = openedLink.status === 'opened' && session.getSnapshot().status === 'anonymous';
      if (state !== undefined || hasLink) {
        go();
        return;
      }
      const from = location.pathname;
      const answer = releases.isNewer();
      showWait(answer);
      void answer.then((isNewer) => {
        // Back, or a page that went on by itself, came later than the press. The page may still change its query.
        if (change !== latest || location.pathname !== from) return;
        if (isNewer) location.assign(href);
        else go();
      });
    },
    [config.basename, releases, openedLink, session, navigate],
  );
}
