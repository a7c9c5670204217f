import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { SiteLink } from './site-links.ts';

interface BarLinkProps extends SiteLink {
  host: HostServices;
}

/** A link of the top bar. A colored part of the bar's bottom line marks the current page. */
export function BarLink({ host: { Link, location }, path, label }: BarLinkProps) {
  const isCurrent = location.pathname === path;
  return (
    <Link
      to={path}
      aria-current={isCurrent ? 'page' : undefined}
      className="relative inline-flex h-16 items-center px-1.5 text-[0.9375rem] font-medium whitespace-nowrap text-ink no-underline after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 after:bg-transparent hover:after:bg-control aria-[current=page]:after:bg-ink forced-colors:aria-[current=page]:after:bg-[Highlight] lg:px-3 lg:text-base lg:after:inset-x-3"
    >
      {label}
    </Link>
  );
}
