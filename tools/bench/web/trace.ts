import { writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { formatTable } from '../../command/format-table.ts';
import { readArguments } from '../../command/read-arguments.ts';
import { runCommand } from '../../command/run-command.ts';
import { openBenchSite } from './sites/bench-site.ts';
import { inFreshProfile } from './visits/fresh-profile.ts';
import { longTasks, type TraceEvent } from './visits/long-tasks.ts';

const CATEGORIES = ['-*', 'devtools.timeline', 'toplevel', 'blink.user_timing', 'v8', 'loading'];
/** After the load event: scripts and fonts come within it. */
const WATCHED_MS = 4_000;

/**
 * Says what the long tasks of a slow load consist of: `run bench trace`, or `run bench trace --page /pricing --loads 5`.
 * `--file trace.json` keeps the trace of the last load, for the Performance panel of a browser.
 */
runCommand(async () => {
  const { values } = readArguments({
    options: {
      page: { type: 'string', default: '/' },
      loads: { type: 'string', default: '3' },
      file: { type: 'string' },
    },
  });
  const bench = await openBenchSite();
  const served = await bench.serve();
  try {
    for (let load = 1; load <= Number(values.loads); load += 1) {
      const trace = await traceLoad(bench.browser, served.origins.h2 + values.page);
      console.log(`\nload ${load} of ${values.page}\n${tasksTable(trace)}`);
      if (values.file !== undefined) await writeFile(values.file, JSON.stringify({ traceEvents: trace }));
    }
  } finally {
    await served.close();
    await bench.close();
  }
});

function traceLoad(browser: Browser, url: string): Promise<TraceEvent[]> {
  return inFreshProfile(browser, { url, script: () => undefined }, async (page) => {
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(url, { waitUntil: 'load' });
    // No call into the page: its own script would be a part of the figures.
    await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    return traceEvents;
  });
}

function tasksTable(trace: readonly TraceEvent[]): string {
  const rows = longTasks(trace).map(({ startMs, durationMs, parts }) => [
    String(Math.round(startMs)),
    String(Math.round(durationMs)),
    parts.map(({ name, selfMs }) => `${name} ${Math.round(selfMs)}`).join(', '),
  ]);
  return formatTable([['start ms', 'long ms', 'of which, ms'], ...rows]);
}
