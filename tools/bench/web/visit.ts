import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';

export const KINDS = ['document', 'script', 'stylesheet', 'font', 'image', 'call'] as const;
export type Kind = (typeof KINDS)[number];

/** One load of a page. Times are milliseconds from the start of the navigation; NaN for what did not happen. */
export interface Visit {
  fcpMs: number;
  lcpMs: number;
  cls: number;
  /** Sum of what long tasks took beyond 50 ms each. */
  tbtMs: number;
  longestTaskMs: number;
  /** Until the menu was open that was pressed as soon as it could be seen: in a load of its own. */
  menuMs: number;
  requests: number;
  /** As they came over the line. */
  bytes: Record<Kind, number>;
}

/** A phone of the middle of the market, on a slow line. */
const SCREEN = { width: 412, height: 823 };
const CPU_SLOWDOWN = 4;
const LINE = {
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
  offline: false,
};
/** A page has ended when its scripts began, and nothing arrived and no task was long for this time. */
const QUIET_MS = 1_500;
const MENU = 'header summary';

export interface VisitOptions {
  url: string;
  /** Entries of the browser's local storage: a session. */
  storage: Record<string, string>;
}

/** Loads a page in a fresh profile, and once more to press its menu. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const figures = await inFreshProfile(browser, options, measureLoad);
  const menuMs = await inFreshProfile(browser, options, measureMenu);
  return { ...figures, menuMs };
}

async function inFreshProfile<T>(
  browser: Browser,
  { url, storage }: VisitOptions,
  run: (page: Page, client: CDPSession, url: string) => Promise<T>,
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    viewport: SCREEN,
    isMobile: true,
    hasTouch: true,
    ignoreHTTPSErrors: true,
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(url).origin,
          localStorage: Object.entries(storage).map(([name, value]) => ({ name, value })),
        },
      ],
    },
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', LINE);
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(observe);
    return await run(page, client, url);
  } finally {
    await context.close();
  }
}

async function measureLoad(page: Page, client: CDPSession, url: string): Promise<Omit<Visit, 'menuMs'>> {
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const kinds = new Map<string, Kind>();
  client.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, kindOf(type)));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'call'] += encodedDataLength;
  });
  await page.goto(url, { waitUntil: 'load' });
  const figures = await page.evaluate((quietMs) => window.benchFigures(quietMs), QUIET_MS);
  return { ...figures, requests: kinds.size, bytes };
}

async function measureMenu(page: Page, _client: CDPSession, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  const menu = page.locator(MENU);
  const isThere = await menu.waitFor({ timeout: 20_000 }).then(
    () => true,
    () => false,
  );
  if (!isThere) return Number.NaN;
  await menu.tap();
  return page.evaluate(() => window.benchMenu);
}

function kindOf(type: string): Kind {
  const known: Record<string, Kind> = {
    Document: 'document',
    Script: 'script',
    Stylesheet: 'stylesheet',
    Font: 'font',
    Image: 'image',
  };
  return known[type] ?? 'call';
}

declare global {
  interface Window {
    benchFigures(quietMs: number): Promise<Omit<Visit, 'menuMs' | 'requests' | 'bytes'>>;
    /** When the menu was painted open. */
    benchMenu: Promise<number>;
  }
}

/** Runs in the page, before its scripts. It is sent as text, so it contains everything it needs. */
function observe(): void {
  const figures = { fcpMs: Number.NaN, lcpMs: Number.NaN, cls: 0 };
  const tasks: { startTime: number; duration: number }[] = [];
  const on = <T extends PerformanceEntry>(type: string, take: (entry: T) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as T);
    }).observe({ type, buffered: true });
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') figures.fcpMs = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => {
    figures.lcpMs = startTime;
  });
  on<PerformanceEntry & { value: number }>('layout-shift', ({ value }) => {
    figures.cls += value;
  });
  on('longtask', ({ startTime, duration }) => tasks.push({ startTime, duration }));

  window.benchFigures = async (quietMs) => {
    const isWaiting = () =>
      (document.querySelector<HTMLTemplateElement>('template#page-scripts')?.content.childElementCount ?? 0) >
      0;
    const activity = () => tasks.length + performance.getEntriesByType('resource').length;
    let quietSince = performance.now();
    let seen = activity();
    while (isWaiting() || performance.now() - quietSince < quietMs) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (activity() === seen && !isWaiting()) continue;
      seen = activity();
      quietSince = performance.now();
    }
    return {
      ...figures,
      tbtMs: tasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
      longestTaskMs: Math.max(0, ...tasks.map(({ duration }) => duration)),
    };
  };
  window.benchMenu = new Promise((resolve) => {
    document.addEventListener(
      'toggle',
      () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now()))),
      { capture: true, once: true },
    );
  });
}
