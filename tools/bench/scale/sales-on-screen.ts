import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { runCommand } from '../../command/run-command.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import { DEMO_REP_ID } from '../../stack/backend/engine/seed.ts';
import { startSite } from '../../stack/start-site.ts';
import { timesLine } from '../samples.ts';
import { generateSales } from './generate-sales.ts';
import { addClock, type FirstView, openTimed } from './in-page-clock.ts';
import { filterSteps, type Sample, sortSteps, turnPage } from './screen-steps.ts';

const SALES = 100_000;
const FIRST_VIEWS = 10;
const COLD_VIEWS = 5;
const ROUNDS = 3;
const PAGES = 100;
const PAGES_BACK = 10;

const WIDE = { width: 1440, height: 900 };
const FIRST_VIEW_LIMIT_MS = 1_000;
/** First views without any file in the cache, as on the first day: how long until figures and rows are seen. */
const SLOW_MACHINES = [
  { what: 'slow machine, 1.6 Mbit/s', width: 1440, cpu: 4, latency: 150, kilobits: 1_600, limitMs: 2_400 },
  { what: 'wide, 10 Mbit/s', width: 1440, cpu: 1, latency: 40, kilobits: 10_000, limitMs: 700 },
];
const STEP_LIMIT_MS = 150;

/**
 * Measures how long a representative with 100,000 sales waits in 'My Commissions'. It uses a browser and the composed
 * site on its own stack. All times are taken inside the page, up to the paint. It reports and never fails on a time.
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const site = await startSite({ ...process.env, PORT: '0', DATA_DIR: dataDir }, () => {});
  try {
    await generateSales(site.backend.sql, DEMO_REP_ID, SALES);
    const browser = await chromium.launch({
      executablePath: findBrowser(process.env),
      args: BROWSER_ARGUMENTS,
    });
    try {
      const context = await browser.newContext({ viewport: WIDE });
      const page = await context.newPage();
      await addClock(page, 'sales');
      await signIn(page, site.url, site.backend.demo.salesIds[0] ?? '');
      await measure(page, `${site.url}/sales-portal?tab=commissions&range=all`);
    } finally {
      await browser.close();
    }
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function signIn(page: Page, url: string, salesId: string): Promise<void> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Partner Program' }).click();
  await page.getByLabel('Sales ID').fill(salesId);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Authentication Successful').waitFor();
}

async function measure(page: Page, url: string): Promise<void> {
  const load = () => (loadavg()[0] ?? 0).toFixed(1);
  console.log(`${SALES} sales; 1440 px; load of the machine before: ${load()}`);
  await printFirstViews(page, url);
  await printSlowViews(page, url);
  const samples: Sample[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    samples.push(...(await sortSteps(page, url)), ...(await filterSteps(page, url)));
  }
  await goThroughPages(page, url, samples);
  printSteps(samples);
  console.log(`load of the machine after: ${load()}`);
}

/** With the site's files in the browser's cache, as on every visit but the first. Then without them. */
async function printFirstViews(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const cold: FirstView[] = [];
  for (let run = 0; run < COLD_VIEWS; run += 1) {
    await devtools.send('Network.clearBrowserCache');
    cold.push(await openTimed(page, url));
  }
  await devtools.detach();
  const warm: FirstView[] = [];
  for (let run = 0; run < FIRST_VIEWS; run += 1) warm.push(await openTimed(page, url));
  for (const [what, views] of [
    ['first view', warm],
    ['first view, empty browser cache', cold],
  ] as const) {
    for (const [part, of] of [
      ['rows', 'rowsMs'],
      ['cards', 'cardsMs'],
      ['charts', 'chartsMs'],
    ] as const) {
      const limitMs = part === 'charts' ? undefined : FIRST_VIEW_LIMIT_MS;
      console.log(
        timesLine(
          `${what}, ${part}`,
          views.map((view) => view[of]),
          limitMs,
        ),
      );
    }
  }
}

async function goThroughPages(page: Page, url: string, samples: Sample[]): Promise<void> {
  await openTimed(page, url);
  for (let turned = 0; turned < PAGES; turned += 1)
    samples.push({ kind: 'next page', ...(await turnPage(page, 'Next page')) });
  for (let back = 0; back < PAGES_BACK; back += 1)
    samples.push({ kind: 'shown before', ...(await turnPage(page, 'Previous page')) });
}

/** Figures and rows on slow machines and lines, with an empty cache. */
async function printSlowViews(page: Page, url: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const { what, width, cpu, latency, kilobits, limitMs } of SLOW_MACHINES) {
    await page.setViewportSize({ width, height: 900 });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const throughput = (kilobits * 1_000) / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
    });
    const seenMs: number[] = [];
    for (let run = 0; run < COLD_VIEWS; run += 1) {
      await devtools.send('Network.clearBrowserCache');
      const { rowsMs, cardsMs } = await openTimed(page, url);
      seenMs.push(Math.max(rowsMs, cardsMs));
    }
    console.log(timesLine(`first view, empty browser cache, ${what}`, seenMs, limitMs));
  }
  await devtools.detach();
  await page.setViewportSize(WIDE);
}

/** One line per kind against its limit. */
function printSteps(samples: readonly Sample[]): void {
  const of = (kind: Sample['kind']) => samples.filter((sample) => sample.kind === kind);
  const line = (what: string, kind: Sample['kind'], timeMs: (sample: Sample) => number) =>
    console.log(timesLine(what, of(kind).map(timeMs), STEP_LIMIT_MS));
  const pauseMs = ({ addressMs }: Sample) => addressMs ?? 0;
  line('sort, rows (totals stay)', 'sort', ({ rowsMs }) => rowsMs);
  line('filter, rows', 'filter', ({ rowsMs }) => rowsMs);
  line('filter, rows and totals', 'filter', ({ allMs }) => allMs);
  line('search, rows, after the pause in typing', 'search', (sample) => sample.rowsMs - pauseMs(sample));
  line('search, rows and totals, after the pause', 'search', (sample) => sample.allMs - pauseMs(sample));
  line('search, rows and totals, pause included', 'search', ({ allMs }) => allMs);
  line('next page, rows (totals stay)', 'next page', ({ rowsMs }) => rowsMs);
  line('sort or previous page, shown before', 'shown before', ({ rowsMs }) => rowsMs);
}
