import { tmpdir } from 'node:os';
import path from 'node:path';
import takeTemporaryFolder from '../process/temporary-folder.ts';
import { startSite } from '../stack/start-site.ts';

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

export function createTestSite(): TestSite {
  let started: Promise<RunningTestSite> | null = null;
  const closers: (() => Promise<void>)[] = [];

  async function start(): Promise<RunningTestSite> {
    closers.push(await takeTemporaryFolder());
    const dataDir = path.join(tmpdir(), 'data');
    const env = { ...process.env, PORT: '0', DATA_DIR: dataDir };
    const site = await startSite(env, (line) => console.log(`  ${line}`));
    closers.push(() => site.close());
    const environment = {
      SITE_URL: site.url,
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
