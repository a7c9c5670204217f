import { SITE_TAG, type SiteTag, tagOrigin } from '@corvane/shared/brand/site-tag';
import { ALLOWED_SCRIPT_HASHES } from './inline-scripts.ts';

/**
 * The policy of every page. A tag that the owner sets widens it by the tag's own origin, for its script and what that
 * sends. It also adds the name under which the host loads the tag. Nothing else changes.
 */
export function contentSecurityPolicy(tag: SiteTag | null): string {
  const tagSource = tag === null ? '' : ` ${tagOrigin(tag)}`;
  return [
    "default-src 'none'",
    `script-src 'self' ${ALLOWED_SCRIPT_HASHES.map((hash) => `'${hash}'`).join(' ')}${tagSource}`,
    // Dialogs and toasts place style elements.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${tagSource}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    `trusted-types ${tag === null ? "'none'" : 'host-tag'}`,
  ].join('; ');
}

/**
 * Sent with every answer of the site. nginx/headers.conf says the same for production. The conformance suite compares
 * both.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy(SITE_TAG),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Whether an address contains an access token, in any form that a mangled link may have. Such an answer is not stored,
 * and no referrer contains its address. nginx/headers.conf has the same rule.
 */
export function holdsAccessToken(url: string): boolean {
  return /access(=|%3d)/i.test(url);
}
