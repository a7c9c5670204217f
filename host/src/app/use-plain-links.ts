import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { type SyntheticEvent, useMemo } from 'react';
import { usePage } from './page-context.ts';
import { isPlainClick } from './plain-click.ts';
import { usePageChange } from './use-page-change.ts';
import { usePreparedPage } from './use-prepared-page.ts';

/** Makes the links of an element's HTML do what `HostLink` does. */
export function usePlainLinks(): NonNullable<HostServices['plainLinks']> {
  const { basename } = usePage().config;
  const changePage = usePageChange();
  const preparePage = usePreparedPage();
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
      if (href !== null) preparePage(href);
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
