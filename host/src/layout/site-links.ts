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
