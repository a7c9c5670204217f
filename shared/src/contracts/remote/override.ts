/*
 * A developer's override shows another build of one remote in one tab. The release tool signs which build, with a key
 * that only people who release have. The host checks the signature with the site's public key.
 */

/** Parameters of an address: the build to show, `marketing@<version or origin>`, and the proof that it is allowed. */
export const OVERRIDE_PARAMETER = 'override';
export const OVERRIDE_TOKEN_PARAMETER = 'override-token';

/** The file beside a site's pages with its public key. A site without overrides has no such file. */
export const OVERRIDE_KEY_FILE = 'override-key.json';

export const OVERRIDE_KEY_TYPE = { name: 'ECDSA', namedCurve: 'P-256' } as const;
export const OVERRIDE_SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const;
export const OVERRIDE_LIFE_MS = 24 * 3_600_000;

/** What a token says. The token is this JSON and its signature, each in base64url, with a dot between. */
export interface OverrideClaims {
  /** The value of the parameter. */
  override: string;
  /** Stylesheets of a version, relative to its directory. None for an origin. */
  css: string[];
  /** Milliseconds since 1970. */
  endsAt: number;
}

export interface OverrideTarget {
  remote: string;
  /** A published version, or the origin of a development server on the developer's own machine. */
  to: { version: string } | { origin: string };
}

const TARGET = /^([a-z][a-z0-9-]*)@(?:([0-9a-f]{12})|(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}))$/;

/** @returns null for anything else, such as an origin on another machine */
export function parseOverride(text: string): OverrideTarget | null {
  const [, remote = '', version, origin = ''] = TARGET.exec(text) ?? [];
  if (remote === '') return null;
  return { remote, to: version === undefined ? { origin } : { version } };
}
