import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { sessionGrantSchema } from '@corvane/shared/contracts/backend/sign-in/auth';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import { EMBEDDED_VERSION } from '../../machine/find-postgres.ts';
import { type RunningSite, startSite } from '../../stack/start-site.ts';
import {
  generateAudit,
  generatePrices,
  generateRequests,
  generateSiteEvents,
} from './generate-operations.ts';
import { addClock } from './in-page-clock.ts';
import { makeManager, signInAsManager } from './manager-calls.ts';
import { type OperationsFigures, operationsTable, slowSteps } from './operations-report.ts';
import {
  measureAudit,
  measureFirstScreens,
  measurePeople,
  measureRepresentatives,
  measureRequests,
  type OperationsSample,
  OperationsTab,
} from './operations-steps.ts';

const REQUESTS = 100_000;
const AUDIT_LINES = 1_000_000;
const DISABLED_REPS = 20;

/**
 * How long a manager waits in Operations, in a browser, on the released site with PostgreSQL: 100,000 contact requests,
 * 200 representatives, 1,000,000 lines of the trail, two years of prices. All times are taken inside the page, up to the paint of the rows.
 * Beside each stands what its call takes over the API alone. Ends with 1 when a median is over its limit.
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  try {
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
    const site = await startSite(env, () => {});
    try {
      const figures = await measure(site);
      console.log(`\n${circumstances(EMBEDDED_VERSION)}\n\n${operationsTable(figures)}`);
      const slow = slowSteps(figures);
      if (slow.length > 0) throw new UserError(`Over the limit: ${slow.join('; ')}`);
    } finally {
      await site.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function measure(site: RunningSite): Promise<OperationsFigures[]> {
  const { sql } = site.backend;
  await generateRequests(sql, REQUESTS);
  await generateAudit(sql, AUDIT_LINES);
  await generateSiteEvents(sql);
  await generatePrices(sql);
  await sql(
    `update public.sales_representatives set disabled_at = now()
     where id in (select id from public.sales_representatives where email like 'rep1__@scale.example' order by email limit $1)`,
    [DISABLED_REPS],
  );
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    args: BROWSER_ARGUMENTS,
  });
  try {
    return await measureCalls(site, await measureScreens(site, browser));
  } finally {
    await browser.close();
  }
}

async function measureScreens(site: RunningSite, browser: Browser): Promise<OperationsSample[]> {
  const reps = await site.backend.sql<{ id: string }>(
    `select id from public.sales_representatives where email in ('rep7@scale.example', 'rep2@scale.example')`,
  );
  const samples: OperationsSample[] = [];
  for (const [name, steps, rows] of [
    ['Today', measureFirstScreens, '#main [aria-labelledby=portal-today-heading] > ul > li'],
    [
      'Requests',
      (tab: OperationsTab) =>
        measureRequests(
          tab,
          reps.map(({ id }) => id),
        ),
    ],
    ['Representatives', measureRepresentatives],
    ['Prices', measureFirstScreens],
    // The table of retention, found people, and the parts of an opened person.
    ['People', measurePeople, '#main tbody tr, #main h4'],
    ['Audit', measureAudit],
  ] as [string, (tab: OperationsTab) => Promise<void>, string?][]) {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await openSession(page, site, rows);
    const tab = new OperationsTab(page, name, site.url);
    await steps(tab);
    samples.push(...tab.samples);
    console.log(`${name}: ${tab.samples.length} steps; load of the machine ${loadavg()[0]?.toFixed(1)}`);
    await context.close();
  }
  return samples;
}

/** Signs the page's browser in as a manager who has entered the code. */
async function openSession(page: Page, { backend }: RunningSite, rows?: string): Promise<void> {
  const answer = await page.request.post('/functions/v1/sign-in-rep', {
    data: { salesId: backend.demo.salesIds[0] },
  });
  const { sessionId, actor } = sessionGrantSchema.parse(await answer.json());
  if (actor.kind !== 'rep') throw new Error("This sales ID is not a representative's");
  await makeManager(backend.sql, sessionId);
  // A page of the same site without scripts.
  await page.goto('/registry.json');
  const stored = JSON.stringify({ salesRepId: actor.rep.id, sessionId, timestamp: Date.now() });
  await page.evaluate((session) => localStorage.setItem('host:sales-session', session), stored);
  await addClock(page, 'list', rows);
}

/** Adds what the calls of the samples take without a browser: each once more, in their order. */
async function measureCalls(
  { backend, url }: RunningSite,
  samples: readonly OperationsSample[],
): Promise<OperationsFigures[]> {
  const manager = await signInAsManager(backend, url);
  const figures = new Map<string, { tab: string; step: string; screenMs: number[]; callMs: number[] }>();
  for (const { tab, step, rowsMs, calls } of samples) {
    const key = `${tab}, ${step}`;
    const known = figures.get(key) ?? { tab, step, screenMs: [], callMs: [] };
    figures.set(key, known);
    known.screenMs.push(rowsMs);
    for (const { name, isFunction, args } of calls) {
      const startedAt = performance.now();
      await (isFunction ? manager.invoke(name as FunctionName, args) : manager.call(name, args));
      known.callMs.push(performance.now() - startedAt);
    }
  }
  return [...figures.values()];
}

function circumstances(postgresVersion: number): string {
  const processors = cpus();
  const today = new Date().toISOString().slice(0, 10);
  const load = loadavg()[1]?.toFixed(1);
  return `Measured on ${today}: ${processors.length} processors (${processors[0]?.model}), load ${load} over the last 5 minutes, PostgreSQL ${postgresVersion}. Milliseconds.`;
}
