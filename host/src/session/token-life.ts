/**
 * The life of a token from its signing, in milliseconds. Both times are by the server's clock, so this machine's
 * clock does not matter. The token is only read, never trusted: the server checks it.
 * @returns null for a token without these times
 */
export function tokenLifeMs(jwt: string): number | null {
  try {
    const payload = jwt.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    const { iat, exp } = claims as { iat?: unknown; exp?: unknown };
    return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : null;
  } catch {
    return null;
  }
}
