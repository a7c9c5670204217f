import { availableParallelism } from 'node:os';
import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { defineConfig, devices } from '@playwright/test';
import type { EngineName } from './driver.ts';

const project = (engineName: EngineName) => ({ name: engineName, use: { engineName } });

/** Shows every state of Operations as Chromium recorded it. */
const statesIn = (engineName: EngineName) => ({
  name: `${engineName}-states`,
  testDir: './states',
  testMatch: 'show-states.spec.ts',
  use: { engineName },
  dependencies: ['chromium-states'],
});

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
    {
      // Playwright's own Chromium, in which the states are defined. Others wait for what it records.
      name: 'chromium-states',
      testDir: './states',
      testMatch: 'record-states.spec.ts',
      fullyParallel: true,
      use: {
        ...devices['Desktop Chrome'],
        baseURL: process.env.SITE_URL,
        trace: 'off',
        launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: BROWSER_ARGUMENTS },
      },
    },
    project('webkit'),
    project('firefox'),
    { ...project('chromium'), testIgnore: '**/operations.spec.ts' },
    statesIn('webkit'),
    statesIn('firefox'),
  ],
});
