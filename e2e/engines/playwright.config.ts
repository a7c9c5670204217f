import { defineConfig } from '@playwright/test';
import type { EngineName } from './driver.ts';

const project = (engineName: EngineName) => ({ name: engineName, use: { engineName } });

/** The same journeys in three engines, each through its driver. Playwright only runs and counts them. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: './journeys',
  outputDir: '../../test-results/engines',
  // A driver spends more time waiting for the browser than computing.
  workers: Number(process.env.TEST_WORKERS ?? 3),
  retries: 0,
  forbidOnly: !!process.env.CI,
  timeout: 300_000,
  reporter: [['list'], ['json'], ['./count-per-engine.ts']],
  expect: { timeout: 60_000 },
  // The slowest engine starts first, so all engines finish at about the same time.
  projects: [
    project('webkit'),
    project('firefox'),
    { ...project('chromium'), testIgnore: '**/operations.spec.ts' },
  ],
});
