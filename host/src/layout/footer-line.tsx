import { BRAND } from '@corvane/shared/brand/brand';
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { type ReactNode, useSyncExternalStore } from 'react';
import { LEGAL_LINKS, type SiteLink } from './site-links.ts';

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
      <p title={versionLine(versions)}>
        © {currentYear} {BRAND.legalName}. All rights reserved.
      </p>
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

export function FooterLink({ host: { Link }, path, label }: SiteLink & { host: HostServices }) {
  return (
    <Link
      to={path}
      className="inline-flex min-h-11 items-center text-ink no-underline underline-offset-4 hover:underline"
    >
      {label}
    </Link>
  );
}
