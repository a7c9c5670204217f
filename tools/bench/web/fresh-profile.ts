import type { Browser, CDPSession, Page } from '@playwright/test';
import type { SignedIn } from './signed-in.ts';

/** A phone of the middle of the market. */
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
/** A screen that shows the header's links. */
const DESKTOP = { viewport: { width: 1440, height: 900 } };

const CPU_SLOWDOWN = 4;
const SLOW_LINE = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
};

/** The refresh cookie's attributes, as supabase/functions/api/secrets/refresh-cookie.ts sets them. */
const COOKIE = {
  path: '/functions/v1',
  expires: -1,
  httpOnly: true,
  secure: false,
  sameSite: 'Strict',
} as const;

export interface ProfileOptions {
  url: string;
  /** null for an anonymous visitor. */
  session?: SignedIn | null;
  screen?: 'phone' | 'desktop';
  /** A processor four times slower, and a line of 1.6 Mbit/s and 150 ms. */
  isSlow?: boolean;
}

/** Runs something in a browser that has never seen the site. */
export async function inFreshProfile<T>(
  browser: Browser,
  { url, session = null, screen = 'phone', isSlow = true }: ProfileOptions,
  run: (page: Page, client: CDPSession) => Promise<T>,
): Promise<T> {
  const { origin, hostname } = new URL(url);
  const localStorage = Object.entries(session?.storage ?? {}).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    ...(screen === 'phone' ? PHONE : DESKTOP),
    ignoreHTTPSErrors: true,
    storageState: {
      cookies: session === null ? [] : [{ ...COOKIE, ...session.cookie, domain: hostname }],
      origins: [{ origin, localStorage }],
    },
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    if (isSlow) {
      await client.send('Network.emulateNetworkConditions', SLOW_LINE);
      await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    }
    return await run(page, client);
  } finally {
    await context.close();
  }
}
