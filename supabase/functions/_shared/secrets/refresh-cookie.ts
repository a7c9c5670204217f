const REFRESH_COOKIE = 'corvane_refresh';

/** The refresh secret from the browser. Null when it is missing or malformed. */
export function readRefreshSecret(request: Request): string | null {
  for (const part of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = part.trim().split('=');
    if (name === REFRESH_COOKIE && /^[A-Za-z0-9_-]{43}$/.test(value)) return value;
  }
  return null;
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
