import { useCallback } from 'react';
import { useHref, useNavigate } from 'react-router-dom';
import { useSessionStore } from '../session/use-session.ts';
import { usePage } from './page-context.ts';

interface PageChangeOptions {
  state?: unknown;
  replace?: boolean | undefined;
}

/** After several quick presses, the last link counts. */
let latest = 0;

/**
 * Opens another page. If a newer release is live, the browser loads the page, and the tab moves to that release. A
 * change within the page, or one that passes a value in memory, never loads the page. A link to the current page
 * scrolls to its top.
 */
export function usePageChange(to: string, { state, replace = false }: PageChangeOptions): () => void {
  const { releases, openedLink } = usePage();
  const session = useSessionStore();
  const navigate = useNavigate();
  const href = useHref(to);
  return useCallback(() => {
    const change = ++latest;
    const go = () => void navigate(to, { state, replace });
    const target = new URL(href, location.href);
    if (target.pathname === location.pathname) {
      go();
      // Another page starts at its top by itself, see scroll-and-focus.ts.
      if (target.hash === '') window.scrollTo({ top: 0, left: 0, behavior: 'instant' });
      return;
    }
    // A page load would lose the unused token of a link.
    const hasLink = openedLink.status === 'opened' && session.getSnapshot().status === 'anonymous';
    if (state !== undefined || hasLink) {
      go();
      return;
    }
    void releases.isNewer().then((isNewer) => {
      if (change !== latest) return;
      if (!isNewer) go();
      else if (replace) location.replace(href);
      else location.assign(href);
    });
  }, [releases, openedLink, session, navigate, href, to, state, replace]);
}
