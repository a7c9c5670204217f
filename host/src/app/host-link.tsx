import type { LinkProps } from '@corvane/shared/contracts/remote/host-services';
import type { MouseEvent } from 'react';
import { useHref } from 'react-router-dom';
import { isPlainClick } from './plain-click.ts';
import { usePageChange } from './use-page-change.ts';
import { usePreparedPage } from './use-prepared-page.ts';

/**
 * The site's link. Within the site it opens another page without a page load, unless a newer release is live. The
 * host asks for that, and for the page's code, as soon as a visitor points at the link.
 */
export function HostLink({ to, state, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const preparePage = usePreparedPage();
  const changePage = usePageChange();
  const prepare = () => preparePage(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlainClick(event) || (rest.target ?? '_self') !== '_self') return;
    event.preventDefault();
    changePage(href, state);
  };
  return <a href={href} onPointerEnter={prepare} onFocus={prepare} {...rest} onClick={follow} />;
}
