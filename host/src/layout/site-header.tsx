import { BOOK_A_DEMO_PATH } from '@corvane/shared/contracts/remote/demo-link';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { retryOf } from '../session/read-session.ts';
import { PREPARE_ACCESS_TOKEN } from '../sign-in/sign-in-dialogs.tsx';
import { ProgressBar } from '../waiting/progress-bar.tsx';
import { AccessLabel, isCustomers } from './access-label.tsx';
import { Logo } from './logo.tsx';
import {
  BAR_LINKS,
  COMPARISON_LINK,
  inOrder,
  PORTAL_LINK,
  SERVICES_LINK,
  type SiteLink,
  SOLUTION_LINKS,
} from './site-links.ts';
import { BAR_TEXT, LogoutButton, SiteMenu } from './site-menu.tsx';

/** There may be more links than fit. The margin keeps room for the line below the current one. */
const SCROLLING_BAR = '-mb-px min-w-0 overflow-x-auto overflow-y-hidden pb-px [scrollbar-width:thin]';

export interface SiteHeaderProps {
  host: HostServices;
  /** The page has its own Logout and its own ways. The bar leads home, and says who is signed in. */
  isTool: boolean;
  /** Whether the live site has a page at this path. */
  hasPage(path: string): boolean;
  /** Links that remotes offer for the bar and the menu. */
  headerLinks: readonly NavigationEntry[];
  /** A customer opened a link and closed its dialog without using the token. */
  hasWaitingLink: boolean;
}

/** The fixed bar: the current page, the other pages, and who is signed in. */
export function SiteHeader({ host, isTool, hasPage, headerLinks, hasWaitingLink }: SiteHeaderProps) {
  const { Link, brand, session } = host;
  const isRep = session.status === 'rep';
  const ofCustomer = !hasWaitingLink && isCustomers(session);
  const hasAccess = ofCustomer || hasWaitingLink;
  const retry = retryOf(session);
  const available = (links: readonly SiteLink[]) => links.filter(({ path }) => hasPage(path));
  const links = available(inOrder([...BAR_LINKS, ...(isRep ? [PORTAL_LINK] : [])], headerLinks));

  return (
    <header
      className="fixed inset-x-0 top-0 z-40 border-b border-line bg-paper print:static"
      data-testid="host:header"
    >
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 md:px-6">
        <Link
          to="/"
          aria-label={`${brand.name}, home`}
          // On a phone, the menu is painted before all of the bar has arrived: it stands at the other end from the start.
          className="inline-flex min-h-11 items-center text-ink no-underline max-md:mr-auto"
        >
          <Logo
            name={brand.name}
            // Paper has room for it, and no logo alone says whose prices these are.
            nameClass={`print:inline! ${hasAccess ? 'max-xl:hidden' : `max-[22rem]:hidden ${host.showPricing ? 'md:max-lg:hidden' : ''}`}`}
          />
        </Link>
        {!isTool && (
          <>
            <nav
              aria-label="Main"
              className={`ml-1 hidden md:block lg:ml-6 print:hidden ${headerLinks.length > 0 ? SCROLLING_BAR : ''}`}
            >
              <ul className="flex">
                {links.map((link) => (
                  <li key={link.path}>
                    <BarLink host={host} {...link} />
                  </li>
                ))}
              </ul>
            </nav>
            <SiteMenu
              host={host}
              links={links}
              solutions={available([SERVICES_LINK, ...SOLUTION_LINKS, COMPARISON_LINK])}
            />
          </>
        )}
        <div className="ml-auto flex items-center gap-2">
          {host.showPricing || ofCustomer ? (
            <div
              className={`items-center gap-1 md:flex lg:gap-2 ${ofCustomer || isTool ? 'flex' : 'hidden'}`}
            >
              <AccessLabel host={host} />
              {host.showPricing && !isTool ? (
                <LogoutButton host={host} className="max-md:hidden print:hidden" />
              ) : null}
            </div>
          ) : null}
          {hasWaitingLink ? (
            <Button
              variant="outline"
              className="px-3!"
              {...PREPARE_ACCESS_TOKEN}
              onClick={() => host.openSignIn('customer')}
            >
              See prices
            </Button>
          ) : null}
          {retry === null ? null : (
            <Button variant="quiet" onClick={retry}>
              Reconnect
            </Button>
          )}
          {hasPage('/contact') && !isTool && !isRep && !ofCustomer ? (
            <Link
              to={BOOK_A_DEMO_PATH}
              // A phone's bar has room for the menu and one of the two. A narrow phone has no room even for a short
              // label.
              className={`print:hidden ${retry === null ? '' : 'max-md:hidden '}${hasAccess ? 'max-[22rem]:hidden' : 'max-[17rem]:hidden'} ${buttonClass('solid', 'px-3! whitespace-nowrap lg:px-4!')}`}
            >
              Book a Demo
            </Link>
          ) : null}
        </div>
      </div>
      <ProgressBar />
    </header>
  );
}

interface BarLinkProps extends SiteLink {
  host: HostServices;
}

/** A link of the top bar. A colored part of the bar's bottom line marks the current page. */
function BarLink({ host: { Link, location }, path, label }: BarLinkProps) {
  const isCurrent = location.pathname === path;
  return (
    <Link
      to={path}
      aria-current={isCurrent ? 'page' : undefined}
      className={`relative inline-flex h-16 items-center font-medium text-ink no-underline after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 after:bg-transparent hover:after:bg-control aria-[current=page]:after:bg-ink forced-colors:aria-[current=page]:after:bg-[Highlight] lg:after:inset-x-3 ${BAR_TEXT}`}
    >
      {label}
    </Link>
  );
}
