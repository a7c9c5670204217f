import { whenIdle } from '@corvane/shared/lib/when-idle';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useSessionStore } from '../session/use-session.ts';
import { isConnectionSpared } from './connection.ts';
import { usePage } from './page-context.ts';
import { preparePage } from './prepare-page.ts';

/** By these a visitor shows that they go on. A page that nobody uses fetches nothing more. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;
/** As many pages are fetched ahead at most. */
const MOST_PAGES = 3;

/**
 * Fetches the code of the pages that a visitor is likely to open next: those of the links on the screen, the page's own
 * before the header's. It waits until the visitor uses the page and the browser is idle, and spares metered and slow
 * connections.
 */
export function useLikelyPages(): void {
  const page = usePage();
  const session = useSessionStore();
  const { pathname } = useLocation();
  useEffect(() => {
    if (isConnectionSpared(/[23]g$/)) return;
    const stop = new AbortController();
    const onUse = () => {
      unlisten();
      whenIdle(window, () => {
        if (stop.signal.aborted) return;
        withLinksOnScreen(stop.signal, (addresses) => {
          for (const address of addresses) preparePage(page, session, address);
        });
      });
    };
    const unlisten = () => {
      for (const type of SIGNS_OF_USE) removeEventListener(type, onUse);
    };
    for (const type of SIGNS_OF_USE) addEventListener(type, onUse, { passive: true });
    return () => {
      unlisten();
      stop.abort();
    };
  }, [page, session, pathname]);
}

/** Tells the addresses of the first links on the screen, without that of the current page. */
function withLinksOnScreen(signal: AbortSignal, tell: (addresses: string[]) => void): void {
  const observer = new IntersectionObserver((entries) => {
    observer.disconnect();
    const addresses = entries
      .filter(({ isIntersecting }) => isIntersecting)
      .map(({ target }) => new URL((target as HTMLAnchorElement).href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname !== location.pathname)
      .map(({ origin, pathname }) => origin + pathname);
    tell([...new Set(addresses)].slice(0, MOST_PAGES));
  });
  signal.addEventListener('abort', () => observer.disconnect());
  for (const part of ['main', 'header']) {
    for (const link of document.querySelectorAll(`${part} a[href]`)) observer.observe(link);
  }
}
