import { writeFile } from 'node:fs/promises';
import { request } from '@playwright/test';
import { runCommand } from '../../command/run-command.ts';
import { UserError } from '../../command/user-error.ts';
import { type BenchSite, openBenchSite, PORTAL, publicPages } from './sites/bench-site.ts';
import type { ServedSite } from './sites/serve-site.ts';
import { makeVariantSites } from './sites/variant-sites.ts';
import { signIn } from './visits/signed-in.ts';
import { visit } from './visits/visit.ts';
import { readWebOptions, type WebOptions } from './web-options.ts';
import { figuresTable, OURS, ratiosTable, type Series } from './web-report.ts';

/** The menu varies little from load to load, and is opened by the browser itself: a few rounds tell. */
const MENU_ROUNDS = 3;

/**
 * Loads every page as a phone on a slow line does. It takes our site and others of the same contents in turn:
 * `run bench web`, or shorter: `run bench web --rounds 3 --pages / --connection h2`. Compare figures of one run only.
 */
runCommand(async () => {
  const options = readWebOptions(process.argv.slice(2));
  const bench = await openBenchSite();
  const served: ServedSite[] = [];
  try {
    const { site, workDir } = bench;
    const pages = options.pages ?? [...(await publicPages(site.url)), PORTAL];
    await checkSitesBeside(
      options.beside,
      pages.filter((page) => page !== PORTAL),
    );
    const roots = { [OURS]: site.siteRoot, ...(await makeVariantSites(site.siteRoot, workDir)) };
    const sites: Record<string, ServedSite['origins']> = {};
    for (const [name, root] of Object.entries(roots)) {
      const one = await bench.serve(root);
      served.push(one);
      sites[name] = one.origins;
    }
    for (const [name, origin] of Object.entries(options.beside)) {
      sites[name] = { h2: origin, 'http/1.1': origin };
    }
    await tell(await measure(bench, sites, pages, options), options);
  } finally {
    for (const one of served) await one.close();
    await bench.close();
  }
});

async function measure(
  { browser, site }: BenchSite,
  sites: Record<string, ServedSite['origins']>,
  pages: readonly string[],
  options: WebOptions,
): Promise<Series[]> {
  const session = await signIn(site.url, site.backend.demo.salesIds[0] ?? '');
  const all = pages.flatMap((page) =>
    options.connections.flatMap((connection) =>
      Object.keys(sites)
        // No other site has a portal.
        .filter((name) => page !== PORTAL || name === OURS)
        .map((name): Series => ({ page, connection, site: name, visits: [] })),
    ),
  );
  for (let round = 1; round <= options.rounds; round += 1) {
    console.log(`${new Date().toISOString().slice(11, 19)} round ${round} of ${options.rounds}`);
    for (const { page, connection, site: name, visits } of all) {
      const origin = sites[name]?.[connection as keyof ServedSite['origins']] ?? '';
      visits.push(
        await visit(browser, {
          url: origin + page,
          session: page === PORTAL ? session : null,
          pressesMenu: round <= MENU_ROUNDS && connection === options.connections[0],
        }),
      );
    }
  }
  return all;
}

async function tell(all: readonly Series[], options: WebOptions): Promise<void> {
  const report = [figuresTable(all), ratiosTable(all)];
  console.log(`\n${report.join('\n\n')}`);
  if (options.jsonFile !== null) await writeFile(options.jsonFile, JSON.stringify(all, null, 1));
}

/**
 * Asks for every page of the other sites once, before the first round: an error page would be measured as theirs.
 * @param sites name to address, as in WebOptions
 * @throws UserError for the first page that does not answer 200
 */
async function checkSitesBeside(
  sites: Readonly<Record<string, string>>,
  pages: readonly string[],
): Promise<void> {
  const client = await request.newContext({ ignoreHTTPSErrors: true });
  try {
    for (const [name, address] of Object.entries(sites)) {
      for (const page of pages) {
        const answer = await client.get(address + page).catch(() => null);
        if (answer?.status() === 200) continue;
        const what = answer === null ? 'gives no answer' : `answers ${answer.status()}`;
        throw new UserError(`--beside ${name}: ${address}${page} ${what}. Every page must answer 200`);
      }
    }
  } finally {
    await client.dispose();
  }
}
