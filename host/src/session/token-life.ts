/**
 * How long a token lives from the moment it was signed, milliseconds: the difference of two times of the server's clock,
 * so that nothing depends on this machine's. The token is only read, never trusted; the server checks it.
 * @returns null for a token that does not say
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
