import type { HostServices, LinkProps } from '@corvane/shared/contracts/remote/host-services';
import { isConnectionSpared } from '@corvane/shared/lib/on-intent';
import { whenIdle } from '@corvane/shared/lib/when-idle';
import { type MouseEvent, type SyntheticEvent, useCallback, useEffect, useMemo } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router-dom';
import { retryableImport } from '../island/island.tsx';
import { PORTAL_LINK } from '../layout/site-links.ts';
import { usePage } from '../page-context.ts';
import { matchRoute } from '../remotes/route-table.ts';
import { useSession } from '../session/use-session.ts';
import { showWait } from '../waiting/progress-bar.tsx';

/**
 * The site's link. Within the site it opens another page without a page load, unless a newer release is live. The
 * host asks for that, and for the page's code, as soon as a visitor points at the link.
 */
export function HostLink({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const preparePage = usePreparePage();
  const changePage = usePageChange();
  const prepare = () => preparePage(href, true);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlainClick(event) || (rest.target ?? '_self') !== '_self') return;
    event.preventDefault();
    changePage(href, state);
  };
  return <a href={href} onPointerEnter={prepare} onFocus={prepare} {...rest} onClick={follow} />;
}

/** Makes the links of an element's HTML do what `HostLink` does. */
export function usePlainLinks(): NonNullable<HostServices['plainLinks']> {
  const { basename } = usePage().config;
  const changePage = usePageChange();
  const preparePage = usePreparePage();
  return useMemo(() => {
    /** The address of the page that the event's link opens, null for links that the browser follows. */
    const pageAt = ({ target }: SyntheticEvent): string | null => {
      const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
      if (link === null || link.target !== '' || link.hasAttribute('download')) return null;
      const { origin, pathname, hash, href } = new URL(link.href);
      if (origin !== location.origin || !pathname.startsWith(`${basename}/`)) return null;
      return pathname === location.pathname && hash !== '' ? null : href;
    };
    const prepare = (event: SyntheticEvent) => {
      const href = pageAt(event);
      if (href !== null) preparePage(href, true);
    };
    return {
      onPointerOver: prepare,
      onFocus: prepare,
      onClick(event) {
        const href = isPlainClick(event) ? pageAt(event) : null;
        if (href === null) return;
        event.preventDefault();
        changePage(href);
      },
    };
  }, [basename, changePage, preparePage]);
}

/**
 * False for a click that asks for a new tab, a window or a download. Also false for one that was already answered.
 */
function isPlainClick(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return !event.defaultPrevented && button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}

/** After several quick presses, the last link counts. */
let latest = 0;

/**
 * Opens another page of the site by its whole address. If a newer release is live, the browser loads the page, and the
 * tab moves to that release. A change within the page, or one that passes a value in memory, never loads the page. A link
 * to the current page scrolls to its top.
 */
function usePageChange(): (href: string, state?: unknown) => void {
  const { config, releases, openedLink, session } = usePage();
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
        // Another page starts at its top by itself, see next-page.ts.
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

/**
 * Fetches the code of the page at an address, if the visitor may open it. It fetches nothing over a metered or very slow
 * connection. For a link that a visitor points at, touches or focuses, it also asks whether a newer release is live.
 */
function usePreparePage(): (address: string, isReached?: boolean) => void {
  const { config, loader, releases, session } = usePage();
  return useCallback(
    (address, isReached = false) => {
      if (isReached) releases.look();
      if (isConnectionSpared(/2g$/)) return;
      const { origin, pathname } = new URL(address, location.href);
      const match = matchRoute(config.registry, pathname.slice(config.basename.length) || '/');
      if (origin !== location.origin || match === null) return;
      if (match.route.access === 'rep' && session.getSnapshot().status !== 'rep') return;
      loader.prepare(match.remote, match.route.path);
    },
    [config, loader, releases, session],
  );
}

const loadLikelyPages = retryableImport(() => import('./likely-pages.ts'));

/** Events that show that a visitor uses the page. A page that is not used fetches nothing more. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'scroll'] as const;

/**
 * Fetches the code of the pages that a visitor is likely to open next. It waits until the visitor uses the page and
 * the browser is idle. What a press asks for comes first. A representative is likely to open the portal, used or not.
 * After a click on a link nothing more is fetched, so that the page behind it does not wait. In the portal, and on
 * metered and slow connections, it does nothing.
 */
export function useLikelyPages(isRepPage: boolean): void {
  const { basename } = usePage().config;
  const prepare = usePreparePage();
  const { pathname } = useLocation();
  const isRep = useSession().status === 'rep';
  useEffect(() => {
    if (isRepPage || isConnectionSpared(/[23]g$/)) return;
    if (isRep) whenIdle(window, () => prepare(basename + PORTAL_LINK.path));
    const left = new AbortController();
    const used = new AbortController();
    const { signal } = left;
    const onUse = ({ type }: Event) => {
      used.abort();
      whenIdle(window, () => {
        if (signal.aborted) return;
        loadLikelyPages()
          .then(({ forLikelyPages }) => forLikelyPages(prepare, { signal, isBusy: /down$/.test(type) }))
          .catch(() => {});
      });
    };
    const onClick = ({ target }: Event) => {
      if ((target as Element).closest?.('a[href]')) left.abort();
    };
    addEventListener('click', onClick, { capture: true, signal });
    for (const type of SIGNS_OF_USE) addEventListener(type, onUse, { passive: true, signal: used.signal });
    return () => {
      used.abort();
      left.abort();
    };
  }, [basename, prepare, pathname, isRep, isRepPage]);
}
