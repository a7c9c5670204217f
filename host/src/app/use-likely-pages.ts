import { isConnectionSpared } from '@corvane/shared/lib/connection';
import { whenIdle } from '@corvane/shared/lib/when-idle';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { PORTAL_LINK } from '../layout/site-links.ts';
import { retryableImport } from '../lazy-code/retryable-import.ts';
import { useSession, useSessionStore } from '../session/use-session.ts';
import { usePage } from './page-context.ts';
import { preparePage } from './prepare-page.ts';

const loadLikelyPages = retryableImport(() => import('./likely-pages.ts'));

/** Events that show that a visitor uses the page. A page that is not used fetches nothing more. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Fetches the code of the pages that a visitor is likely to open next. It waits until the visitor uses the page and
 * the browser is idle. What a press asks for comes first. A representative is likely to open the portal, used or not.
 * After a click on a link nothing more is fetched, so that the page behind it does not wait. In the portal, and on
 * metered and slow connections, it does nothing.
 */
export function useLikelyPages({ isRepPage }: { isRepPage: boolean }): void {
  const page = usePage();
  const session = useSessionStore();
  const { pathname } = useLocation();
  const isRep = useSession().status === 'rep';
  useEffect(() => {
    if (isRepPage || isConnectionSpared(/[23]g$/)) return;
    if (isRep) whenIdle(window, () => preparePage(page, session, page.config.basename + PORTAL_LINK.path));
    const left = new AbortController();
    const used = new AbortController();
    const onUse = ({ type }: Event) => {
      used.abort();
      whenIdle(window, () => {
        if (!left.signal.aborted) prepareLikelyPages(/down$/.test(type)).catch(() => {});
      });
    };
    const onClick = ({ target }: Event) => {
      if ((target as Element).closest?.('a[href]')) left.abort();
    };
    async function prepareLikelyPages(isPressed: boolean): Promise<void> {
      const { findLikelyPages, untilQuiet } = await loadLikelyPages();
      if (isPressed) await untilQuiet(left.signal);
      const addresses = await findLikelyPages(left.signal);
      if (left.signal.aborted) return;
      for (const address of addresses) preparePage(page, session, address);
    }
    addEventListener('click', onClick, { capture: true, signal: left.signal });
    for (const type of SIGNS_OF_USE) addEventListener(type, onUse, { passive: true, signal: used.signal });
    return () => {
      used.abort();
      left.abort();
    };
  }, [page, session, pathname, isRep, isRepPage]);
}
