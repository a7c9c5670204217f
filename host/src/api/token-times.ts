export interface TokenTimes {
  /** When it was signed, by the server's clock, milliseconds since 1970. */
  issuedAtMs: number;
  /** Lifetime from its signing. Both times are by the server's clock, so this machine's clock does not matter. */
  lifeMs: number;
}

/**
 * The times in a token. The token is only read, never trusted: the server checks it.
 * @returns null for a token without these times
 */
export function tokenTimes(jwt: string): TokenTimes | null {
  try {
    const payload = jwt.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { iat, exp } = claims as { iat?: unknown; exp?: unknown };
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { issuedAtMs: iat * 1000, lifeMs: (exp - iat) * 1000 };
  } catch {
    return null;
  }
}
