import type { Browser, CDPSession, Page } from '@playwright/test';
import { inFreshProfile } from './fresh-profile.ts';
import { LineInUse } from './line-in-use.ts';
import type { SignedIn } from './signed-in.ts';

export const KINDS = ['document', 'script', 'stylesheet', 'font', 'image', 'call'] as const;
type Kind = (typeof KINDS)[number];

/** One load of a page. Times are milliseconds from the start of the navigation. NaN for what did not happen. */
export interface Visit {
  fcpMs: number;
  lcpMs: number;
  cls: number;
  /** Total Blocking Time: what tasks took beyond 50 ms each, from the first contentful paint on. */
  tbtMs: number;
  longestTaskMs: number;
  /** Until the menu was open that was pressed as soon as it could be seen: in a load of its own, in some rounds. */
  menuMs: number;
  requests: number;
  /** As they came over the line. */
  bytes: Record<Kind, number>;
}

/**
 * A page has ended when its scripts began and nothing is under way. Also, for this time nothing arrived and no task
 * was long.
 */
const QUIET_MS = 700;
/** A page that has not ended by then never does: its scripts were refused, or it works without a pause. */
const ENDED_MS = 60_000;
const MENU = 'header summary';

interface VisitOptions {
  url: string;
  session: SignedIn | null;
  /** Loads the page once more, to press its menu. */
  pressesMenu: boolean;
}

/** Loads a page in a fresh profile as a phone on a slow line does. */
export async function visit(browser: Browser, { url, session, pressesMenu }: VisitOptions): Promise<Visit> {
  const profile = { url, session, script: observe };
  const figures = await inFreshProfile(browser, profile, (page, client) => measureLoad(page, client, url));
  const menuMs = pressesMenu
    ? await inFreshProfile(browser, profile, (page) => measureMenu(page, url))
    : Number.NaN;
  return { ...figures, menuMs };
}

async function measureLoad(page: Page, client: CDPSession, url: string): Promise<Omit<Visit, 'menuMs'>> {
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const kinds = new Map<string, Kind>();
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, response.mimeType === 'font/woff2' ? 'font' : kindOf(type)),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes[kinds.get(requestId) ?? 'call'] += encodedDataLength;
  });
  const line = new LineInUse(client);
  const answer = await page.goto(url, { waitUntil: 'load' });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
  const limits = { quietMs: QUIET_MS, endedMs: ENDED_MS };
  const figures = await line.atRest(
    () => page.evaluate((options) => window.benchFigures(options), limits),
    ENDED_MS,
  );
  return { ...figures, requests: kinds.size, bytes };
}

async function measureMenu(page: Page, url: string): Promise<number> {
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
    benchFigures(limits: {
      quietMs: number;
      endedMs: number;
    }): Promise<Omit<Visit, 'menuMs' | 'requests' | 'bytes'>>;
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

  window.benchFigures = async ({ quietMs, endedMs }) => {
    const isWaiting = () =>
      (document.querySelector<HTMLTemplateElement>('template#page-scripts')?.content.childElementCount ?? 0) >
      0;
    const activity = () => tasks.length + performance.getEntriesByType('resource').length;
    let quietSince = performance.now();
    let seen = activity();
    while (isWaiting() || performance.now() - quietSince < quietMs) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      if (performance.now() > endedMs)
        throw new Error(isWaiting() ? 'The scripts of the page never began' : 'The page never came to rest');
      if (activity() === seen && !isWaiting()) continue;
      seen = activity();
      quietSince = performance.now();
    }
    return {
      ...figures,
      tbtMs: tasks.reduce((sum, { startTime, duration }) => {
        const sincePaintMs = startTime + duration - Math.max(startTime, figures.fcpMs);
        return sum + Math.max(0, sincePaintMs - 50);
      }, 0),
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
