import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hasNginx, prepareLocalNginx, runNginx } from '../machine/run-nginx.ts';
import { onFreePorts } from '../process/free-ports.ts';
import takeTemporaryFolder from '../process/temporary-folder.ts';
import { type RunningSite, startSite } from '../stack/start-site.ts';

interface RunningTestSite {
  /** Says to tests, and to commands that they run, where this stack is and how to get in. */
  environment: NodeJS.ProcessEnv;
  /** Folder for the output of a test run. */
  dataDir: string;
}

/** The stack that the stages with browsers share, so that the site is built and released once. */
export interface TestSite {
  /**
   * Starts it when it does not run yet.
   * @throws UserError when it cannot.
   */
  start(): Promise<RunningTestSite>;
  /** Also when it was never started. */
  close(): Promise<void>;
}

const log = (line: string) => console.log(`  ${line}`);

/** The site as production serves it: browsers meet nginx. Its backend and inbox stay those of the local stack. */
async function startBehindNginx(env: NodeJS.ProcessEnv, port: number): Promise<RunningSite> {
  const url = `http://localhost:${port}`;
  const site = await startSite({ ...env, SITE_URL: url }, log);
  try {
    const prefix = await prepareLocalNginx(site.siteRoot, site.backendUrl, port);
    // All browsers have one address. A test of nginx alone shows its limits by caller.
    const limits = path.join(prefix, 'nginx/limits.conf');
    const shipped = await readFile(limits, 'utf8');
    await writeFile(limits, shipped.replaceAll(/rate=\d+r/g, 'rate=1000r'));
    const stop = await runNginx(prefix, port);
    return { ...site, url, close: () => stop().then(site.close) };
  } catch (error) {
    await site.close();
    throw error;
  }
}

export function createTestSite(): TestSite {
  let started: Promise<RunningTestSite> | null = null;
  const closers: (() => Promise<void>)[] = [];

  async function start(): Promise<RunningTestSite> {
    closers.push(await takeTemporaryFolder());
    const dataDir = path.join(tmpdir(), 'data');
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
    const site = hasNginx()
      ? await onFreePorts(1, (port = 0) => startBehindNginx(env, port))
      : await startSite(env, log);
    closers.push(() => site.close());
    const environment = {
      SITE_URL: site.url,
      INBOX_URL: site.inboxUrl,
      SITE_ROOT: site.siteRoot,
      BACKEND_URL: site.backendUrl,
      STACK_DATABASE_URL: site.backend.databaseUrl,
      // Commands of the tests find this stack here.
      PORT: new URL(site.url).port,
      DATA_DIR: dataDir,
      SUPABASE_SECRET_KEY: site.backend.secretKey,
      SUPABASE_PUBLISHABLE_KEY: site.backend.publishableKey,
      DEMO_SALES_ID: site.backend.demo.salesIds[0],
      DEMO_ACCESS_TOKEN: site.backend.demo.accessToken,
    };
    return { environment, dataDir };
  }

  return {
    start: () => {
      started ??= start();
      return started;
    },
    close: async () => {
      await started?.catch(() => {});
      started = null;
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}
