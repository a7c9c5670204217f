const REFRESH_COOKIE = 'corvane_refresh';

/** Every well-formed refresh secret from the browser. */
export function readRefreshSecrets(request: Request): string[] {
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim().split('='));
  const secrets = cookies.flatMap(([name, value = '']) =>
    name === REFRESH_COOKIE && /^[A-Za-z0-9_-]{43}$/.test(value) ? [value] : [],
  );
  return [...new Set(secrets)];
}

/**
 * The refresh secret from the browser. Null when it is missing or malformed, or when there are two: another site of
 * the same domain can add a cookie, and nothing tells which one is ours.
 */
export function readRefreshSecret(request: Request): string | null {
  const [secret = null, ...others] = readRefreshSecrets(request);
  return others.length === 0 ? secret : null;
}

function cookie(value: string, maxAgeSeconds: number, siteUrl: string): string {
  const secure = siteUrl.startsWith('https:') ? '; Secure' : '';
  return `${REFRESH_COOKIE}=${value}; Path=/functions/v1; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/** A cookie that scripts and other sites cannot read. It lasts until the session ends. */
export function refreshCookie(secret: string, expiresAt: Date, now: Date, siteUrl: string): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return cookie(secret, seconds, siteUrl);
}

export function clearedRefreshCookie(siteUrl: string): string {
  return cookie('', 0, siteUrl);
}
