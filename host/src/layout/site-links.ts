import type { Registry } from '@corvane/shared/contracts/remote/registry';
import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import type { Session } from '@corvane/shared/contracts/remote/session';

/** A page that the header or the footer names. It becomes a link once the live site has it. */
export interface SiteLink {
  path: string;
  label: string;
}

/** Top bar, in its order. */
export const BAR_LINKS: readonly SiteLink[] = [
  { path: '/', label: 'Home' },
  { path: '/pricing', label: 'Pricing' },
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
];

export const COMPARISON_LINK: SiteLink = { path: '/comparison', label: 'Compare Plans' };

export const PORTAL_LINK: SiteLink = { path: '/sales-portal', label: 'Sales Portal' };

/** Heading of the products below. */
export const SERVICES_LINK: SiteLink = { path: '/services', label: 'Solutions' };

/** The products. The footer lists them even without a page. */
export const SOLUTION_LINKS: readonly SiteLink[] = [
  { path: '/services/audience-creation', label: 'In-Market Audience Creation' },
  { path: '/services/pixel-package', label: 'Pixel Package' },
  { path: '/services/super-pixel', label: 'Super Pixel' },
  { path: '/services/contact-enhancement', label: 'B2B/B2C Contact Enhancement' },
  { path: '/services/custom-model', label: 'Custom Model Development' },
  { path: '/data-refinement', label: 'Data Refinement' },
];

export const COMPANY_LINKS: readonly SiteLink[] = [
  { path: '/features', label: 'Features' },
  { path: '/about', label: 'About' },
  { path: '/contact', label: 'Contact' },
  { path: '/pricing', label: 'Pricing' },
  COMPARISON_LINK,
];

export const LEGAL_LINKS: readonly SiteLink[] = [
  { path: '/terms', label: 'Terms' },
  { path: '/privacy', label: 'Privacy' },
];

/** Announced but not available yet: shown as text. */
export const COMING_PAGES = ['Case Studies', 'Testimonials', 'Careers', 'Blog'] as const;

/** Order of a link that requests none: after the host's own links. */
const LAST = 100;
/** The host's own links are 10, 20, 30 and so on. */
const STEP = 10;

/** Links that remotes offer for a place and that this person may see. */
export function remoteLinks(
  { remotes }: Pick<Registry, 'remotes'>,
  place: NavigationEntry['place'],
  session: Session,
): NavigationEntry[] {
  return Object.values(remotes)
    .flatMap(({ navigation }) => navigation ?? [])
    .filter((entry) => entry.place === place && isFor(entry, session));
}

function isFor({ audience = 'everyone' }: NavigationEntry, { status }: Session): boolean {
  return audience === 'everyone' || audience === status;
}

/** Links of the host and the remotes in one order. Each page appears once, with the host's name if there is one. */
export function inOrder(own: readonly SiteLink[], offered: readonly NavigationEntry[]): SiteLink[] {
  const placed = [
    ...own.map((link, index) => ({ ...link, order: (index + 1) * STEP })),
    ...offered.map(({ path, label, order = LAST }) => ({ path, label, order })),
  ];
  return placed
    .filter(({ path }, index) => placed.findIndex((other) => other.path === path) === index)
    .toSorted((a, b) => a.order - b.order)
    .map(({ path, label }) => ({ path, label }));
}
