import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { AccessLabel, isCustomers } from './access-label.tsx';
import type { SiteLink } from './site-links.ts';
import { useDisclosure } from './use-disclosure.ts';

/** The size of the bar's words. */
export const BAR_TEXT = 'text-[0.9375rem] whitespace-nowrap px-1.5 lg:px-3 lg:text-base';

interface SiteMenuProps {
  host: HostServices;
  links: readonly SiteLink[];
  /** The products that have a page, and the comparison. Their overview comes first. Without one, a wide screen has no menu. */
  solutions: readonly SiteLink[];
}

/**
 * All pages on a phone. On a wide screen, what the bar has no room for: the products and the comparison. The browser
 * itself opens and closes it, so the menu also works without scripts.
 */
export function SiteMenu({ host, links, solutions }: SiteMenuProps) {
  const [overview, ...products] = solutions;
  const { details, close } = useDisclosure();
  const { Link, location } = host;
  const linkTo = ({ path, label }: SiteLink, className: string) => (
    <Link
      to={path}
      onClick={close}
      aria-current={location.pathname === path ? 'page' : undefined}
      className={`flex items-center no-underline aria-[current=page]:underline ${className}`}
    >
      {label}
    </Link>
  );
  return (
    <details
      ref={details}
      className={`group max-md:order-last print:hidden md:relative ${overview === undefined ? 'md:hidden' : ''}`}
    >
      <summary
        className={`flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-center gap-1 rounded-control font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden ${BAR_TEXT}`}
      >
        <span className="sr-only md:hidden">Menu</span>
        <span className="max-md:hidden">Solutions</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="size-5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <path className="group-open:hidden md:hidden" d="M2 5h16M2 10h16M2 15h9" />
          <path className="hidden max-md:group-open:block" d="m4 4 12 12M16 4 4 16" />
          <path className="origin-center group-open:rotate-180 max-md:hidden" d="m6 8 4 4 4-4" />
        </svg>
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line bg-paper px-4 pt-2 pb-6 shadow-raised md:inset-x-auto md:mt-2.5 md:w-80 md:border-x">
        <nav aria-label="Menu">
          <ul className="md:hidden">
            {links.map((link) => (
              <li key={link.path} className="border-b border-line">
                {linkTo(link, 'min-h-14 font-display text-xl font-medium text-ink')}
              </li>
            ))}
          </ul>
          {overview === undefined ? null : (
            <div className="mt-4">
              <h2 className="text-base">{linkTo(overview, 'min-h-11 font-sans font-medium text-muted')}</h2>
              <ul>
                {products.map((link) => (
                  <li key={link.path}>{linkTo(link, 'min-h-11 text-ink')}</li>
                ))}
              </ul>
            </div>
          )}
        </nav>
        {host.showPricing ? (
          <div className="mt-4 flex items-start justify-between gap-4 md:hidden">
            {isCustomers(host.session) ? null : <AccessLabel host={host} />}
            {/* Alone, its word begins where the others do. */}
            <LogoutButton host={host} className="first:-ml-3" />
          </div>
        ) : null}
      </div>
    </details>
  );
}

/** Ends the session. It stays pressed until the server confirms. */
export function LogoutButton({ host, className }: { host: HostServices; className?: string }) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      variant="quiet"
      busy={busy}
      className={className}
      onClick={() => {
        setBusy(true);
        void host.signOut().finally(() => setBusy(false));
      }}
    >
      Logout
    </Button>
  );
}
