import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { openSite } from '../../../release/change/open-site.ts';
import { makeCertificate } from '../../gateway/nginx/test-certificate.ts';
import { BROWSER_ARGUMENTS, findQuickBrowser, trustArgument } from '../../machine/find-browser.ts';
import { prepareNginx, runNginx } from '../../machine/run-nginx.ts';
import { freePorts } from '../../process/free-ports.ts';
import { type RunningSite, startSite } from '../../stack/start-site.ts';

export const PORTAL = '/sales-portal';

interface BenchSite {
  site: RunningSite;
  browser: Browser;
  /** The released site behind the shipped nginx, over TLS with HTTP/2. */
  origin: string;
  /** Deleted at the end. */
  workDir: string;
  /** Another document root, served in the same way. @returns its origin */
  serve(siteRoot: string): Promise<string>;
  close(): Promise<void>;
}

/** A freshly released site with its own stack, and a browser. @param browserArguments beside the usual ones */
export async function openBenchSite(...browserArguments: string[]): Promise<BenchSite> {
  const workDir = await mkdtemp(path.join(tmpdir(), 'corvane-bench-web-'));
  // If run as root, PostgreSQL runs as another user, who must be able to reach its own folder.
  await chmod(workDir, 0o711);
  const [port = 0] = await freePorts(1);
  const origin = `https://localhost:${port}`;
  const env = { ...process.env, PORT: '0', DATA_DIR: path.join(workDir, 'data'), SITE_URL: origin };
  const site = await startSite(env, (line) => console.log(line));
  const { certificate, key } = await makeCertificate('localhost');
  const folders = [workDir, path.dirname(certificate)];
  const stops: (() => Promise<void>)[] = [];
  const serveOn = async (siteRoot: string, onPort: number) => {
    const prefix = await prepareNginx(siteRoot, {
      listen: () => `server {
  listen 127.0.0.1:${onPort} ssl http2;
  server_name localhost;
  ssl_certificate ${certificate};
  ssl_certificate_key ${key};
  include nginx/site.conf;
}`,
      upstream: (shipped) => shipped.replace('http://supabase', site.backendUrl),
    });
    folders.push(prefix);
    stops.push(await runNginx(prefix, onPort));
    return `https://localhost:${onPort}`;
  };
  await serveOn(site.siteRoot, port);
  // With windows, Chromium loads pages of its own beside each of ours: LCP varied by a fifth, not by a twentieth.
  const browser = await chromium.launch({
    executablePath: findQuickBrowser(process.env),
    args: [...BROWSER_ARGUMENTS, trustArgument(certificate), ...browserArguments],
  });
  return {
    site,
    browser,
    origin,
    workDir,
    serve: async (siteRoot) => serveOn(siteRoot, (await freePorts(1))[0] ?? 0),
    async close() {
      await browser.close();
      for (const stop of stops) await stop();
      await site.close();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param siteRoot of a released site. @returns the paths of the pages for everybody */
export async function publicPages(siteRoot: string): Promise<string[]> {
  const registry = await openSite(siteRoot).destination.store.liveRegistry();
  return Object.values(registry?.remotes ?? {}).flatMap(({ routes }) =>
    routes.filter(({ access }) => access === 'public').map((route) => route.path),
  );
}
