import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { type Browser, chromium } from '@playwright/test';
import { runCommand } from '../../command/run-command.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../../machine/find-browser.ts';
import { claimPort } from '../../process/claim-port.ts';
import { type RunningSite, startSite } from '../../stack/start-site.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { type ServedSite, serveSite } from './serve-site.ts';
import { signedInStorage } from './signed-in-storage.ts';
import { makeVariantSites } from './variant-sites.ts';
import { visit } from './visit.ts';
import { readWebOptions, type WebOptions } from './web-options.ts';
import { figuresTable, lcpChart, OURS, ratiosTable, type Series } from './web-report.ts';

const PORTAL = '/sales-portal';
const DOCUMENT = path.join(WORKSPACE_ROOT, 'docs/performance.md');
/** What stands between them is drawn by this command. */
const DRAWN = /(<!-- bench web -->\n).*?(<!-- end of bench web -->)/s;

/**
 * Loads every page as a phone on a slow line does, from our site and from others of the same contents in turn:
 * `run bench web`, or shorter: `run bench web --rounds 3 --pages / --connection h2`. Compare figures of one run only.
 */
runCommand(async () => {
  const options = readWebOptions(process.argv.slice(2));
  const workDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-web-'));
  const siteUrl = `http://localhost:${await claimPort(0)}`;
  const env = { ...process.env, PORT: '0', DATA_DIR: path.join(workDir, 'data'), SITE_URL: siteUrl };
  const site = await startSite(env, (line) => console.log(line));
  const browser = await chromium.launch({
    executablePath: findBrowser(process.env),
    args: BROWSER_ARGUMENTS,
  });
  const served: ServedSite[] = [];
  try {
    const roots = { [OURS]: site.siteRoot, ...(await makeVariantSites(site.siteRoot, workDir)) };
    const sites: Record<string, ServedSite['origins']> = {};
    for (const [name, root] of Object.entries(roots)) {
      const one = await serveSite(root, site.url);
      served.push(one);
      sites[name] = one.origins;
    }
    for (const [name, origin] of Object.entries(options.beside)) {
      sites[name] = { h2: origin, 'http/1.1': origin };
    }
    const all = await measure(browser, site, sites, options);
    await tell(all, options);
  } finally {
    await browser.close();
    for (const one of served) await one.close();
    await site.close();
    await rm(workDir, { recursive: true, force: true });
  }
});

async function measure(
  browser: Browser,
  site: RunningSite,
  sites: Record<string, ServedSite['origins']>,
  options: WebOptions,
): Promise<Series[]> {
  const pages = options.pages ?? [...(await publicPages(site.url)), PORTAL];
  const storage = await signedInStorage(site.url, site.backend.demo.salesIds[0] ?? '');
  const all = pages.flatMap((page) =>
    options.connections.flatMap((connection) =>
      Object.keys(sites)
        // Without script there is no portal, and no other site has one.
        .filter((name) => page !== PORTAL || (name !== 'limit' && !(name in options.beside)))
        .map((name): Series => ({ page, connection, site: name, visits: [] })),
    ),
  );
  for (let round = 1; round <= options.rounds; round += 1) {
    console.log(`round ${round} of ${options.rounds}`);
    for (const { page, connection, site: name, visits } of all) {
      const origin = sites[name]?.[connection as keyof ServedSite['origins']] ?? '';
      visits.push(await visit(browser, { url: origin + page, storage: page === PORTAL ? storage : {} }));
    }
  }
  return all;
}

async function publicPages(url: string): Promise<string[]> {
  const { remotes } = registrySchema.parse(await (await fetch(`${url}/registry.json`)).json());
  return Object.values(remotes).flatMap(({ routes }) =>
    routes.filter(({ access }) => access === 'public').map((route) => route.path),
  );
}

async function tell(all: readonly Series[], options: WebOptions): Promise<void> {
  const report = [figuresTable(all), ratiosTable(all), lcpChart(all, options.connections[0] ?? '')];
  console.log(`\n${report.join('\n\n')}`);
  if (options.jsonFile !== null) await writeFile(options.jsonFile, JSON.stringify(all, null, 1));
  if (!options.writesDocs) return;
  const drawn = report.map((part) => `\`\`\`text\n${part}\n\`\`\`\n`).join('\n');
  const text = await readFile(DOCUMENT, 'utf8');
  await writeFile(
    DOCUMENT,
    text.replace(DRAWN, (_whole, start: string, end: string) => `${start}\n${drawn}\n${end}`),
  );
}
