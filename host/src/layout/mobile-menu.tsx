import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { ReactNode } from 'react';
import { AccessLabel, isCustomers } from './access-label.tsx';
import { LogoutButton } from './logout-button.tsx';
import type { SiteLink } from './site-links.ts';
import { useDisclosure } from './use-disclosure.ts';

interface MobileMenuProps {
  host: HostServices;
  /** The page has no Logout button. */
  hasLogout: boolean;
  links: readonly SiteLink[];
  /** The products that have a page. Their overview comes first. */
  solutions: readonly SiteLink[];
}

/** The browser itself opens and closes it, so the menu also works without scripts. */
export function MobileMenu({ host, hasLogout, links, solutions }: MobileMenuProps) {
  const [overview, ...products] = solutions;
  const { details, close } = useDisclosure();
  const { Link, location } = host;
  const linkTo = ({ path, label }: SiteLink, className: string, mark?: ReactNode) => (
    <Link
      to={path}
      onClick={close}
      aria-current={location.pathname === path ? 'page' : undefined}
      className={`flex items-center no-underline aria-[current=page]:text-teal ${className}`}
    >
      {label}
      {mark}
    </Link>
  );
  return (
    <details ref={details} className="group md:hidden print:hidden">
      <summary className="flex size-11 cursor-pointer list-none items-center justify-center rounded-control hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <span className="sr-only">Menu</span>
        <svg
          aria-hidden="true"
          viewBox="0 0 20 20"
          className="size-5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
        >
          <path className="group-open:hidden" d="M2.5 5.5h15M2.5 10h15M2.5 14.5h9" />
          <path className="hidden group-open:block" d="m4.5 4.5 11 11M15.5 4.5l-11 11" />
        </svg>
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100dvh-4rem)] overflow-y-auto border-y border-line bg-paper px-4 pt-2 pb-6 shadow-raised">
        <nav aria-label="Menu">
          <ul>
            {links.map((link) => (
              <li key={link.path} className="border-b border-line">
                {linkTo(
                  link,
                  'min-h-14 justify-between font-display text-xl font-medium text-ink',
                  <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 text-control" fill="none">
                    <path d="M5 2.5 10.5 8 5 13.5" stroke="currentColor" strokeWidth="1.5" />
                  </svg>,
                )}
              </li>
            ))}
          </ul>
          {overview === undefined ? null : (
            <section aria-label={overview.label} className="mt-4">
              <h2 className="text-base">{linkTo(overview, 'min-h-11 font-sans font-semibold text-muted')}</h2>
              <ul>
                {products.map((link) => (
                  <li key={link.path}>{linkTo(link, 'min-h-11 text-ink')}</li>
                ))}
              </ul>
            </section>
          )}
        </nav>
        {host.showPricing ? (
          <div className="mt-4 flex items-start justify-between gap-4">
            {isCustomers(host.session) ? null : <AccessLabel host={host} />}
            {/* Alone, its word begins where the others do. */}
            {hasLogout ? <LogoutButton host={host} className="first:-ml-3" /> : null}
          </div>
        ) : null}
      </div>
    </details>
  );
}
