import type { LinkProps } from '@corvane/shared/contracts/remote/host-services';
import type { MouseEvent } from 'react';
import { useHref } from 'react-router-dom';
import { usePageChange } from './use-page-change.ts';
import { usePreparedPage } from './use-prepared-page.ts';

/**
 * The site's link. Within the site it opens another page without a page load, unless a newer release is live. The
 * host asks for that, and for the page's code, as soon as a visitor points at the link.
 */
export function HostLink({ to, state, onClick, ...rest }: LinkProps) {
  const prepare = usePreparedPage(to);
  const changePage = usePageChange(to, { state });
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event) || (rest.target ?? '_self') !== '_self') return;
    event.preventDefault();
    changePage();
  };
  return <a href={useHref(to)} onPointerEnter={prepare} onFocus={prepare} {...rest} onClick={follow} />;
}

/** False for a click that asks for a new tab, a window or a download. */
function isPlainClick({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;
}
