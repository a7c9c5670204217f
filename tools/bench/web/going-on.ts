import type { Browser, Page } from '@playwright/test';
import { formatTable } from '../../command/format-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { median } from '../samples.ts';
import { openBenchSite, PORTAL, publicPages } from './bench-site.ts';
import { inFreshProfile, type ProfileOptions } from './fresh-profile.ts';
import { type SignedIn, signIn } from './signed-in.ts';

/** Times of one way, in ms from the click to the paint that shows the next page. */
interface Way {
  from: string;
  to: string;
  /** Nothing of the next page is in the browser, on a slow machine and line. */
  coldMs: number[];
  /** The next page was open before, on this machine. */
  warmMs: number[];
}

const WARM_CLICKS = 3;
/** Each in a browser that has never seen the site. */
const COLD_CLICKS = 3;
/** Some pages lead on only from the footer. The link to see prices opens a dialog once its page has started. */
const ANY_LINK = ':is(main, footer) a[href^="/"]:not([href*="source=pricing-demo"])';
const HOME = 'header a[href="/"]';

/**
 * Measures how long a click on a link waits for the next page: from each public page, and to the portal and back.
 * `run bench:going-on`.
 */
runCommand(async () => {
  const bench = await openBenchSite();
  const ways: Way[] = [];
  try {
    const { origin } = bench;
    const openSession = () => signIn(bench.site.url, bench.site.backend.demo.salesIds[0] ?? '');
    for (const path of await publicPages(bench.site.siteRoot)) {
      ways.push(await measureWay(bench.browser, { origin, from: path, link: ANY_LINK }));
    }
    ways.push(
      await measureWay(bench.browser, { origin, from: '/', link: `header a[href="${PORTAL}"]`, openSession }),
      await measureWay(bench.browser, { origin, from: PORTAL, link: HOME, openSession }),
    );
    console.log(`\n${waysTable(ways)}`);
  } finally {
    await bench.close();
  }
});

interface WayOptions {
  origin: string;
  from: string;
  /** A selector. The first link that it finds to another page is clicked. */
  link: string;
  /** For each profile its own: what a browser renews its session by is good once. */
  openSession?: () => Promise<SignedIn>;
}

async function measureWay(browser: Browser, { origin, from, link, openSession }: WayOptions): Promise<Way> {
  const url = origin + from;
  const profile = async (): Promise<ProfileOptions> => ({
    url,
    session: (await openSession?.()) ?? null,
    screen: 'desktop',
  });
  let to = '';
  const coldMs: number[] = [];
  for (let click = 0; click < COLD_CLICKS; click += 1) {
    const cold = await inFreshProfile(browser, await profile(), async (page) => {
      await page.addInitScript(fetchNothingAhead);
      await openPage(page, url);
      return follow(page, link);
    });
    to = cold.to;
    coldMs.push(cold.ms);
  }
  const warmMs = await inFreshProfile(browser, { ...(await profile()), isSlow: false }, async (page) => {
    await openPage(page, url);
    const times: number[] = [];
    for (let click = 0; click <= WARM_CLICKS; click += 1) {
      times.push((await follow(page, link)).ms);
      await page.evaluate(() => window.goingOn.back());
    }
    return times.slice(1);
  });
  return { from, to, coldMs, warmMs };
}

/** Resolves when the page answers and is quiet. */
async function openPage(page: Page, url: string): Promise<void> {
  await page.addInitScript(installClock);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main :is([data-static]:has(h1), h1)') ?? {}).some((key) =>
      key.startsWith('__react'),
    ),
  );
}

async function follow(page: Page, link: string): Promise<{ ms: number; to: string }> {
  // The link to the portal is there as soon as the session is.
  await page.locator(`:is(${link})`).filter({ visible: true }).first().waitFor();
  const target = page.locator(`:is(${link})`).and(page.locator('[data-going-on]'));
  await page.evaluate((selector) => window.goingOn.arm(selector), link);
  await target.click();
  const ms = await page.evaluate(() => window.goingOn.painted);
  return { ms, to: new URL(page.url()).pathname };
}

function waysTable(ways: readonly Way[]): string {
  const row = (from: string, to: string, ...timesMs: number[]) => [
    from,
    to,
    ...timesMs.map((ms) => String(Math.round(ms))),
  ];
  const rows = ways.map((way) => row(way.from, way.to, median(way.coldMs), median(way.warmMs)));
  const public_ = ways.filter(({ from, to }) => from !== PORTAL && to !== PORTAL);
  const medians = row(
    'median of the public pages',
    '',
    median(public_.flatMap(({ coldMs }) => coldMs)),
    median(public_.flatMap(({ warmMs }) => warmMs)),
  );
  return formatTable([['from', 'to', 'cold (600)', 'warm (100, portal 200)'], ...rows, medians], 2);
}

declare global {
  interface Window {
    goingOn: {
      /** From the next click to the paint of another page's heading, in ms. */
      painted: Promise<number>;
      /** Marks the first of these links that leads to another page, and waits for a click. */
      arm(selector: string): void;
      /** Goes back, and resolves when the page before is painted. */
      back(): Promise<void>;
    };
  }
}

/** On such a line the site fetches nothing before the visitor reaches for it. Runs in the page. */
function fetchNothingAhead(): void {
  Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } });
}

/** Runs in the page, before its scripts. It is sent as text, so it contains everything it needs. */
function installClock(): void {
  const heading = () => document.querySelector('main h1')?.textContent ?? null;
  const painted = () =>
    new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          port1.close();
          resolve(performance.now());
        };
        port2.postMessage(null);
      }),
    );
  const otherHeading = () => {
    const before = heading();
    return new Promise<void>((resolve, reject) => {
      setTimeout(() => reject(new Error('No other page came within 30 s')), 30_000);
      const observer = new MutationObserver(() => {
        if (heading() === null || heading() === before) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
  };
  window.goingOn = {
    painted: Promise.resolve(Number.NaN),
    arm(selector) {
      for (const marked of document.querySelectorAll('[data-going-on]'))
        marked.removeAttribute('data-going-on');
      const links = [...document.querySelectorAll<HTMLAnchorElement>(selector)];
      const link = links.find(
        ({ pathname, offsetParent }) => pathname !== location.pathname && offsetParent !== null,
      );
      link?.setAttribute('data-going-on', '');
      const shown = otherHeading().then(painted);
      this.painted = new Promise((resolve) =>
        addEventListener('click', ({ timeStamp }) => resolve(shown.then((at) => at - timeStamp)), {
          capture: true,
          once: true,
        }),
      );
    },
    async back() {
      const shown = otherHeading().then(painted);
      history.back();
      await shown;
    },
  };
}
