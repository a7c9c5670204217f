import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { type Browser, chromium } from '@playwright/test';
import { makeCertificate } from '../../../gateway/nginx/test-certificate.ts';
import { BROWSER_ARGUMENTS, findQuickBrowser, trustArgument } from '../../../machine/find-browser.ts';
import { freePorts } from '../../../process/free-ports.ts';
import { type RunningSite, startSite } from '../../../stack/start-site.ts';
import { type ServedSite, serveSite } from './serve-site.ts';

export const PORTAL = '/sales-portal';

export interface BenchSite {
  site: RunningSite;
  browser: Browser;
  /** Deleted at the end. */
  workDir: string;
  /** A document root, the site's own unless named, behind the shipped nginx: its calls go to the site's backend. */
  serve(siteRoot?: string): Promise<ServedSite>;
  close(): Promise<void>;
}

/** A freshly released site with its own stack, and a browser. */
export async function openBenchSite(): Promise<BenchSite> {
  const workDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-web-'));
  const siteUrl = `http://localhost:${await freePorts(1)}`;
  const env = { ...process.env, PORT: '0', DATA_DIR: path.join(workDir, 'data'), SITE_URL: siteUrl };
  const site = await startSite(env, (line) => console.log(line));
  const files = await makeCertificate('localhost');
  // With windows, Chromium loads pages of its own beside each of ours: LCP varied by a fifth, not by a twentieth.
  const browser = await chromium.launch({
    executablePath: findQuickBrowser(process.env),
    args: [...BROWSER_ARGUMENTS, trustArgument(files.certificate)],
  });
  return {
    site,
    browser,
    workDir,
    serve: (siteRoot = site.siteRoot) => serveSite(siteRoot, site.url, files),
    async close() {
      await browser.close();
      await site.close();
      for (const dir of [workDir, path.dirname(files.certificate)])
        await rm(dir, { recursive: true, force: true });
    },
  };
}

export async function publicPages(url: string): Promise<string[]> {
  const { remotes } = registrySchema.parse(await (await fetch(`${url}/registry.json`)).json());
  return Object.values(remotes).flatMap(({ routes }) =>
    routes.filter(({ access }) => access === 'public').map((route) => route.path),
  );
}
