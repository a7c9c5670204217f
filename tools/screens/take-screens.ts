import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { type Browser, chromium } from '@playwright/test';
import { readArguments } from '../command/read-arguments.ts';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { BROWSER_ARGUMENTS, findBrowser } from '../machine/find-browser.ts';
import { createTestSite } from '../test/test-site.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { captureWebp } from './capture-webp.ts';
import { screenFailures } from './screen-failures.ts';
import { screenOperations, screenPortal } from './screen-portal.ts';

const TARGET = path.join(WORKSPACE_ROOT, 'docs/screens');
const WIDTHS = [360, 768, 1440];
/** The portal has two themes. */
const LOOKS = [
  ...WIDTHS.map((width) => ({ width, theme: 'light' as const })),
  { width: 360, theme: 'dark' as const },
  { width: 1440, theme: 'dark' as const },
];
const KINDS = ['pages', 'portal', 'operations', 'failures'] as const;

/** Takes the pictures of docs/screens on its own stack: `run screens [pages|portal|operations|failures …]`. */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true, options: {} });
  const wanted: readonly string[] = positionals.length === 0 ? KINDS : positionals;
  const unknown = wanted.find((kind) => !KINDS.some((known) => known === kind));
  if (unknown !== undefined)
    throw new UserError(`Unknown screens: "${unknown}". Choose from: ${KINDS.join(', ')}`);
  const isWanted = (kind: (typeof KINDS)[number]) => wanted.includes(kind);

  const site = createTestSite();
  let browser: Browser | undefined;
  try {
    const { environment } = await site.start();
    // Modules of e2e are imported later, and find the site here.
    Object.assign(process.env, environment);
    const siteUrl = environment.SITE_URL ?? '';
    browser = await chromium.launch({ executablePath: findBrowser(process.env), args: BROWSER_ARGUMENTS });
    await mkdir(TARGET, { recursive: true });
    if (isWanted('pages')) await screenPages(browser, siteUrl);
    if (isWanted('portal')) await screenPortal(browser, siteUrl, TARGET, LOOKS);
    if (isWanted('operations')) await screenOperations(browser, siteUrl, TARGET, LOOKS);
    if (isWanted('failures')) await screenFailures(browser, siteUrl, path.join(TARGET, 'failures'));
  } finally {
    await browser?.close();
    await site.close();
  }
});

/** Every public page of the registry, and the not-found page. */
async function screenPages(browser: Browser, siteUrl: string): Promise<void> {
  const { remotes } = registrySchema.parse(await (await fetch(`${siteUrl}/registry.json`)).json());
  const routes = Object.values(remotes).flatMap((remote) => remote.routes);
  const paths = routes.filter(({ access }) => access === 'public').map((route) => route.path);
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const page = await context.newPage();
    for (const pathname of [...paths, '/not-found']) {
      await page.goto(siteUrl + pathname, { waitUntil: 'networkidle' });
      await page.waitForFunction(() => document.documentElement.dataset.faces !== 'local');
      // Pictures show the design: its faces, even where the first page that someone opens would keep others.
      await page.evaluate(() => delete document.documentElement.dataset.faces);
      await captureWebp(page, path.join(TARGET, `${nameOf(pathname)}-${width}.webp`), { whole: true });
    }
    await context.close();
    console.log(`${paths.length + 1} pages at ${width} px`);
  }
}

/** @example nameOf('/services/super-pixel') // 'services-super-pixel' */
function nameOf(pathname: string): string {
  return pathname === '/' ? 'home' : pathname.slice(1).replaceAll('/', '-');
}
