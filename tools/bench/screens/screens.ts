import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { formatTable } from '../../command/format-table.ts';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import { DEMO_REP_ID } from '../../stack/backend/engine/seed.ts';
import { type RunningSite, startSite } from '../../stack/start-site.ts';
import { median, quantile } from '../samples.ts';
import { inFreshProfile } from '../web/fresh-profile.ts';
import { signIn } from '../web/signed-in.ts';
import {
  generateAudit,
  generatePrices,
  generateRequests,
  generateSiteEvents,
} from './generate-operations.ts';
import { approveStatements, generateSales, generateTeamSales } from './generate-sales.ts';
import { addClock } from './in-page-clock.ts';
import {
  measureAudit,
  measureCommissions,
  measureFirstScreens,
  measurePeople,
  measureRepresentatives,
  measureRequests,
  measureTeam,
} from './screen-steps.ts';
import { type ScreenSample, ScreenTab } from './screen-tab.ts';

const SALES = 100_000;
const TEAM_SALES = 900_000;
const REQUESTS = 100_000;
const AUDIT_LINES = 1_000_000;
const DISABLED_REPS = 20;

/** The longest that a first screen, or a step, may take: medians. */
const FIRST_SCREEN_LIMIT_MS = 1_000;
const STEP_LIMIT_MS = 150;

const LIST_ROWS = '#main tr[data-row-id]';

interface MeasuredTab {
  tab: string;
  /** Below `/sales-portal`. */
  address: string;
  measure(tab: ScreenTab, site: RunningSite): Promise<void>;
  rows?: string;
  totals?: string;
}

const TABS: readonly MeasuredTab[] = [
  {
    tab: 'My Commissions',
    address: '?tab=commissions&range=all',
    measure: measureCommissions,
    totals: '#main section > h3, #main tfoot',
  },
  {
    tab: "A representative's Today",
    address: '',
    measure: measureFirstScreens,
    rows: '#main [aria-labelledby=portal-today-heading] li',
  },
  {
    tab: 'Team',
    address: '/operations?tab=team&team-range=all',
    measure: measureTeam,
    totals: '#main section > h3, #main tfoot',
  },
  { tab: 'Statements', address: '/operations?tab=statements', measure: measureFirstScreens },
  { tab: 'Customers', address: '/operations?tab=customers', measure: measureFirstScreens },
  {
    tab: 'Today',
    address: '/operations?tab=today',
    measure: measureFirstScreens,
    rows: '#main [aria-labelledby=portal-today-heading] > ul > li',
  },
  {
    tab: 'Requests',
    address: '/operations?tab=requests',
    measure: async (tab, { backend }) => {
      const reps = await backend.sql<{ id: string }>(
        `select id from public.sales_representatives where email in ('rep7@scale.example', 'rep2@scale.example')`,
      );
      await measureRequests(
        tab,
        reps.map(({ id }) => id),
      );
    },
  },
  { tab: 'Representatives', address: '/operations?tab=representatives', measure: measureRepresentatives },
  { tab: 'Prices', address: '/operations?tab=prices', measure: measureFirstScreens },
  {
    tab: 'People',
    address: '/operations?tab=people',
    measure: measurePeople,
    // The table of retention, found people, and the parts of an opened person.
    rows: '#main tbody tr, #main h4',
  },
  { tab: 'Audit', address: '/operations?tab=audit', measure: measureAudit },
];

/**
 * How long people wait in the portal, in a browser, on the released site. A representative has 100,000 sales. A manager
 * has 1,000,000 of 200 representatives, 100,000 contact requests and 1,000,000 lines of the trail. All times are taken
 * inside the page, up to the paint. Ends with 1 when a median is over its limit. `run bench:screens`
 */
runCommand(async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-'));
  const site = await startSite({ ...process.env, PORT: '0', DATA_DIR: dataDir }, () => {});
  try {
    await generate(site);
    const browser = await chromium.launch({
      executablePath: findBrowser(process.env),
      args: BROWSER_ARGUMENTS,
    });
    const samples: ScreenSample[] = [];
    const failed: string[] = [];
    try {
      // The figures of the other tabs took minutes, and stay true.
      for (const tab of TABS)
        await measureTab(tab, site, browser, samples).catch((error: Error) => {
          failed.push(`${tab.tab}: ${error.message}`);
        });
    } finally {
      await browser.close();
    }
    report(samples, failed);
  } finally {
    await site.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

async function generate({ backend: { sql } }: RunningSite): Promise<void> {
  await generateSales(sql, DEMO_REP_ID, SALES);
  await generateRequests(sql, REQUESTS);
  await generateTeamSales(sql, TEAM_SALES);
  await approveStatements(sql, DEMO_REP_ID);
  await generateAudit(sql, AUDIT_LINES);
  await generateSiteEvents(sql);
  await generatePrices(sql);
  await sql('update public.sales_representatives set is_manager = true where id = $1', [DEMO_REP_ID]);
  await sql(
    `update public.sales_representatives set disabled_at = now()
     where id in (select id from public.sales_representatives where email like 'rep1__@scale.example' order by email limit $1)`,
    [DISABLED_REPS],
  );
}

async function measureTab(
  { tab: name, address, measure, rows = LIST_ROWS, totals }: MeasuredTab,
  site: RunningSite,
  browser: Browser,
  samples: ScreenSample[],
): Promise<void> {
  const session = await signIn(site.url, site.backend.demo.salesIds[0] ?? '');
  // As after the code of a manager.
  await site.backend.sql(
    'update public.sales_sessions set manager_until = expires_at where sales_rep_id = $1 and ended_at is null',
    [DEMO_REP_ID],
  );
  const profile = { url: site.url, session, screen: 'desktop', isSlow: false } as const;
  await inFreshProfile(browser, profile, async (page) => {
    await addClock(page, rows, totals ?? null);
    const tab = new ScreenTab(page, name, `${site.url}/sales-portal${address}`, totals !== undefined);
    await measure(tab, site);
    console.log(`${name}: ${tab.samples.length} steps; load of the machine ${loadavg()[0]?.toFixed(1)}`);
    samples.push(...tab.samples);
  });
}

/** @throws UserError with each kind of step whose median is over its limit, and each tab that could not be measured. */
function report(samples: readonly ScreenSample[], failed: readonly string[]): void {
  const kinds = [...new Set(samples.map(({ tab, step }) => `${tab}, ${step}`))];
  const rows = [['', 'limit', 'median', 'slowest tenth', 'samples']];
  const slow: string[] = [];
  for (const kind of kinds) {
    const times = samples.filter(({ tab, step }) => `${tab}, ${step}` === kind).map(({ ms }) => ms);
    const limit = kind.includes(', first screen') ? FIRST_SCREEN_LIMIT_MS : STEP_LIMIT_MS;
    const figures = [limit, median(times), quantile(times, 0.9), times.length];
    rows.push([kind, ...figures.map((figure) => String(Math.round(figure)))]);
    if (!(median(times) <= limit)) slow.push(`${kind}: ${Math.round(median(times))} ms`);
  }
  const machine = `${cpus().length} processors (${cpus()[0]?.model}), load ${loadavg()[1]?.toFixed(1)}`;
  console.log(`\n${machine}. Milliseconds.\n\n${formatTable(rows, 1)}`);
  const missed = [
    ...(slow.length > 0 ? [`Over the limit: ${slow.join('; ')}`] : []),
    ...failed.map((tab) => `Not measured. ${tab}`),
  ];
  if (missed.length > 0) throw new UserError(missed.join('\n'));
}
