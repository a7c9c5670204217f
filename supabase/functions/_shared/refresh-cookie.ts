export const REFRESH_COOKIE = 'corvane_refresh';

/** The refresh secret that the browser sent; null without one of the right form. */
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

/** Keeps the secret out of reach of scripts and of other sites, until the session ends. */
export function refreshCookie(secret: string, expiresAt: Date, now: Date, siteUrl: string): string {
  const seconds = Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return cookie(secret, seconds, siteUrl);
}

export function clearedRefreshCookie(siteUrl: string): string {
  return cookie('', 0, siteUrl);
}
