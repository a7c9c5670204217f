import type { Browser, CDPSession, Page } from '@playwright/test';
import { inFreshProfile } from './fresh-profile.ts';
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

/** Loads a page in a fresh profile as a phone on a slow line does. @param session null for an anonymous visitor */
export function visit(browser: Browser, url: string, session: SignedIn | null): Promise<Visit> {
  return inFreshProfile(browser, { url, session }, async (page, client) => {
    await page.addInitScript(observe);
    return measureLoad(page, client, url);
  });
}

async function measureLoad(page: Page, client: CDPSession, url: string): Promise<Visit> {
  const bytes = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const kinds = new Map<string, Kind>();
  /** On a slow line a request may take longer than a page that has ended is quiet. */
  const underWay = new Set<string>();
  client.on('Network.requestWillBeSent', ({ requestId }) => underWay.add(requestId));
  client.on('Network.responseReceived', ({ requestId, type, response }) =>
    kinds.set(requestId, response.mimeType === 'font/woff2' ? 'font' : kindOf(type)),
  );
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    underWay.delete(requestId);
    bytes[kinds.get(requestId) ?? 'call'] += encodedDataLength;
  });
  client.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId));
  const answer = await page.goto(url, { waitUntil: 'load' });
  if (answer?.status() !== 200) throw new Error(`${url} answered ${answer?.status()}`);
  const limits = { quietMs: QUIET_MS, endedMs: ENDED_MS };
  for (;;) {
    const figures = await page.evaluate((options) => window.benchFigures(options), limits);
    if (underWay.size === 0) return { ...figures, requests: kinds.size, bytes };
  }
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
    benchFigures(limits: { quietMs: number; endedMs: number }): Promise<Omit<Visit, 'requests' | 'bytes'>>;
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
}
