import { BRAND } from '@corvane/shared/brand/brand';
import type { Brand } from '@corvane/shared/brand/brand-schema';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import { type ReactNode, useSyncExternalStore } from 'react';
import { PREPARE_ACCESS_TOKEN, PREPARE_SALES_ID } from '../sign-in/sign-in-dialogs.tsx';
import { Logo } from './logo.tsx';
import {
  COMING_PAGES,
  COMPANY_LINKS,
  inOrder,
  LEGAL_LINKS,
  PORTAL_LINK,
  SERVICES_LINK,
  type SiteLink,
  SOLUTION_LINKS,
} from './site-links.ts';

export interface SiteFooterProps extends Omit<FooterLineProps, 'children'> {
  /** Links that remotes offer for the company column. */
  footerLinks: readonly NavigationEntry[];
}

const ITEM_CLASS = 'flex min-h-11 items-center';
const FOOTER_BUTTON_CLASS = 'min-h-11 cursor-pointer text-left underline-offset-4 hover:underline';

export function SiteFooter({ host, hasPage, footerLinks, year, versions }: SiteFooterProps) {
  const { brand, session } = host;
  const link = (item: SiteLink) => <FooterLink host={host} {...item} />;
  const available = (links: readonly SiteLink[]) => links.filter(({ path }) => hasPage(path));

  return (
    <footer className="ground-ink print:hidden" data-laid-out="late" data-testid="host:footer">
      <div className="mx-auto max-w-page px-4 pt-12 pb-8 md:px-6 md:pt-16">
        <div className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-12">
          <div className="lg:col-span-3">
            <Logo name={brand.name} />
            <p className="mt-4 max-w-80 text-muted">
              Premium Data as a Service: intent data, audience creation and contact enhancement for teams that
              have to be right about who is buying.
            </p>
          </div>
          <Column
            title={hasPage(SERVICES_LINK.path) ? link(SERVICES_LINK) : SERVICES_LINK.label}
            label={SERVICES_LINK.label}
            className="lg:col-span-3"
          >
            {SOLUTION_LINKS.map((item) => (
              <li key={item.path} className={ITEM_CLASS}>
                {hasPage(item.path) ? link(item) : <span className="text-muted">{item.label}</span>}
              </li>
            ))}
          </Column>
          <Column label="Company" className="lg:col-span-3">
            {available(inOrder(COMPANY_LINKS, footerLinks)).map((item) => (
              <li key={item.path} className={ITEM_CLASS}>
                {link(item)}
              </li>
            ))}
            <li className="py-2 text-muted">
              {COMING_PAGES.join(', ')} <ComingMark />
            </li>
          </Column>
          <Column label="Customer Access" className="lg:col-span-3">
            <li className={ITEM_CLASS}>
              <button
                type="button"
                className={FOOTER_BUTTON_CLASS}
                {...PREPARE_SALES_ID}
                onClick={() => host.openSignIn('rep')}
              >
                Partner Program
              </button>
            </li>
            <li className={ITEM_CLASS}>
              <button
                type="button"
                className={FOOTER_BUTTON_CLASS}
                {...PREPARE_ACCESS_TOKEN}
                onClick={() => host.openSignIn('customer')}
              >
                Enter access token
              </button>
            </li>
            {session.status === 'rep' && hasPage(PORTAL_LINK.path) ? (
              <li className={ITEM_CLASS}>{link(PORTAL_LINK)}</li>
            ) : null}
            <li className="py-2 text-muted">
              <noscript>
                {import.meta.env.SSR && (
                  <p className="mb-2 font-medium text-ink">Signing in needs JavaScript. Please turn it on.</p>
                )}
              </noscript>
              Representatives sign in with their sales ID. Customers open the link from their representative,
              or enter its access token.
            </li>
          </Column>
        </div>
        <div className="mt-12 border-t border-line pt-6">
          <FooterLine host={host} hasPage={hasPage} year={year} versions={versions}>
            <SocialAccounts name={brand.name} accounts={BRAND.social} />
          </FooterLine>
        </div>
      </div>
    </footer>
  );
}

interface ColumnProps {
  label: string;
  /** Content of the heading. The default is the label. */
  title?: ReactNode;
  className: string;
  children: ReactNode;
}

function Column({ label, title = label, className, children }: ColumnProps) {
  return (
    <section className={className} aria-label={label}>
      <h2 className="flex min-h-11 items-center text-base">{title}</h2>
      <ul>{children}</ul>
    </section>
  );
}

const NOTHING_TO_WATCH = () => () => {};

export interface FooterLineProps {
  host: HostServices;
  /** Whether the live site has a page at this path. */
  hasPage(path: string): boolean;
  /** Calendar year of the release. The copyright line shows it until the page's scripts run. */
  year: number;
  /** Live version of each application, for people who report a fault. */
  versions: Readonly<Record<string, string>>;
  children?: ReactNode;
}

/** The last line of every page: its owner and its terms. */
export function FooterLine({ host, hasPage, year, versions, children }: FooterLineProps) {
  const currentYear = useSyncExternalStore(
    NOTHING_TO_WATCH,
    () => new Date().getFullYear(),
    () => year,
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-sm text-muted">
      <p title={versionLine(versions)}>{`© ${currentYear} ${BRAND.legalName}. All rights reserved.`}</p>
      <ul className="flex flex-wrap gap-x-6">
        {LEGAL_LINKS.filter(({ path }) => hasPage(path)).map((item) => (
          <li key={item.path} className="flex min-h-11 items-center">
            <FooterLink host={host} {...item} />
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** @example versionLine({ host: 'a1', portal: 'b2' }) // 'host a1, portal b2' */
function versionLine(versions: Readonly<Record<string, string>>): string {
  return Object.entries(versions)
    .map(([application, version]) => `${application} ${version}`)
    .join(', ');
}

function FooterLink({ host: { Link }, path, label }: SiteLink & { host: HostServices }) {
  return (
    <Link
      to={path}
      className="inline-flex min-h-11 items-center text-ink no-underline underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}

interface SocialAccountsProps {
  /** Name of the brand. */
  name: string;
  accounts: Brand['social'];
}

/** Our accounts on other networks: a link where the owner's brand file has its address, and the name elsewhere. */
export function SocialAccounts({ name, accounts }: SocialAccountsProps) {
  return (
    <ul className="flex flex-wrap gap-x-6">
      {Object.entries(accounts).map(([network, address]) => (
        <li key={network} className={ITEM_CLASS}>
          {address === '' ? (
            network
          ) : (
            <a
              href={address}
              rel="me noopener"
              className="inline-flex min-h-11 items-center text-ink no-underline underline-offset-4 hover:underline"
            >
              <span className="sr-only">{`${name} on `}</span>
              {network}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Marks what is announced but not available yet. */
function ComingMark() {
  return (
    <span className="ml-1 rounded-full border border-line px-2 py-0.5 text-sm whitespace-nowrap text-muted">
      coming soon
    </span>
  );
}
