import { writeFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { quantile } from '../samples.ts';
import { seededRandom } from '../teams/plan-day.ts';
import { openBenchSite } from './sites/bench-site.ts';
import { inFreshProfile } from './visits/fresh-profile.ts';

const PAGES = ['/', '/features', '/pricing', '/contact', '/comparison'];
const LOADS = 10;
const TAPS_PER_LOAD = 5;
/** From the start of the navigation. */
const FIRST_MS = 5_000;
const KEYS = ['Tab', 'ArrowDown', 'PageDown', 'Enter', 'Escape', 'a'];
/** Browsers report no interaction that is painted within 16 ms. */
const UNREPORTED: Interaction = { where: 'anything', startMs: 0, ms: 16, delayMs: 0, handledMs: 0 };
const LIMIT_MS = 200;
/** The slowest are printed one by one. */
const SHOWN = 5;

/** The slowest event of a tap or key. */
interface Interaction {
  /** The event, and the element that got it. */
  where: string;
  /** From the start of the navigation to the event. */
  startMs: number;
  /** From the event to the next paint. */
  ms: number;
  /** From the event to its first listener. */
  delayMs: number;
  /** In its listeners. */
  handledMs: number;
}

interface Tap extends Interaction {
  url: string;
}

/**
 * Taps and types at random during the first seconds of slow loads. It tells how long each waits for its paint:
 * `run bench first-taps`, or `run bench first-taps --seed 7 --json figures.json`.
 */
runCommand(async () => {
  const { values } = readArguments({
    options: { seed: { type: 'string', default: '1' }, json: { type: 'string' } },
  });
  const random = seededRandom(Number(values.seed));
  const bench = await openBenchSite();
  const served = await bench.serve();
  try {
    const taps: Tap[] = [];
    for (let load = 0; load < LOADS; load += 1) {
      const url = served.origins.h2 + (PAGES[load % PAGES.length] ?? '/');
      taps.push(...(await tapDuringLoad(bench.browser, url, random)));
    }
    const waitsMs = taps.map(({ ms }) => ms);
    const at = (share: number) => Math.round(quantile(waitsMs, share));
    console.log(
      `${waitsMs.length} taps and keys: median ${at(0.5)} ms, 75th percentile ${at(0.75)} ms, ` +
        `98th ${at(0.98)} ms (limit ${LIMIT_MS}), longest ${at(1)} ms`,
    );
    const slowest = taps.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN);
    for (const { url, where, startMs, ms, delayMs, handledMs } of slowest)
      console.log(
        `  ${ms} ms: ${where}, ${new URL(url).pathname} after ${startMs} ms; ` +
          `${delayMs} until its listeners, ${handledMs} in them, ${ms - delayMs - handledMs} until its paint`,
      );
    if (values.json !== undefined) await writeFile(values.json, JSON.stringify(taps));
  } finally {
    await served.close();
    await bench.close();
  }
});

function tapDuringLoad(browser: Browser, url: string, random: () => number): Promise<Tap[]> {
  return inFreshProfile(browser, { url, script: observe }, async (page) => {
    const slowest = new Map<string, Interaction>();
    await page.exposeFunction('benchTell', (id: string, told: Interaction) => {
      if (told.ms >= (slowest.get(id)?.ms ?? 0)) slowest.set(id, told);
    });
    const startedAtMs = performance.now();
    const passedMs = () => performance.now() - startedAtMs;
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const paintedAtMs = passedMs();
    const moments = Array.from(
      { length: TAPS_PER_LOAD },
      () => paintedAtMs + random() * (FIRST_MS - paintedAtMs),
    ).sort((a, b) => a - b);
    for (const moment of moments) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - passedMs())));
      await tapOrType(page, random);
    }
    // What is reported after its paint.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const reported = [...slowest.values()].slice(0, TAPS_PER_LOAD);
    const unreported = Array<Interaction>(TAPS_PER_LOAD - reported.length).fill(UNREPORTED);
    return [...reported, ...unreported].map((told) => ({ url, ...told }));
  });
}

async function tapOrType(page: Page, random: () => number): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  if (random() < 0.7) await page.touchscreen.tap(random() * width, random() * height);
  else await page.keyboard.press(KEYS[Math.floor(random() * KEYS.length)] ?? 'Tab');
}

declare global {
  interface Window {
    benchTell(id: string, told: Interaction): void;
  }
  interface PerformanceEventTiming {
    readonly interactionId: number;
    readonly target: Node | null;
  }
}

/** Runs in every page before its scripts: tells each interaction, with how long its slowest event waited for the paint. */
function observe(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.interactionId === 0) continue;
      const element = entry.target instanceof Element ? entry.target.closest('a, button, label, [id]') : null;
      const words = element?.textContent?.trim().slice(0, 30) ?? '';
      window.benchTell(`${performance.timeOrigin} ${entry.interactionId}`, {
        where: `${entry.name} on ${element?.localName ?? 'nothing'} "${element?.id || words}"`,
        startMs: Math.round(entry.startTime),
        ms: entry.duration,
        delayMs: Math.round(entry.processingStart - entry.startTime),
        handledMs: Math.round(entry.processingEnd - entry.processingStart),
      });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}
