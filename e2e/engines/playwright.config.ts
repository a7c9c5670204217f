import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './driver.ts';

const project = (engineName: EngineName) => ({ name: engineName, use: { engineName } });

/** The same journeys in three engines, each through its driver. Playwright only runs and counts them. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: './journeys',
  outputDir: '../../test-results/engines',
  // All journeys share one stack, which computes as well.
  workers: Math.min(availableParallelism(), 4),
  forbidOnly: !!process.env.CI,
  timeout: 300_000,
  reporter: [['list'], ['json']],
  expect: { timeout: 60_000 },
  // The slowest engine starts first, so all engines finish at about the same time.
  projects: [
    project('webkit'),
    project('firefox'),
    { ...project('chromium'), testIgnore: '**/operations.spec.ts' },
  ],
});
