import { availableParallelism } from 'node:os';
import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { defineConfig, devices } from '@playwright/test';

/** These start first, so none runs alone at the end. Each takes half a minute or more. */
const LONG = /\/(portal\/(states|figures|keyboard|bad-input)|loading\/chaos|access\/customer-access)\.spec/;
const BREAKING = /breaking\//;

/**
 * Run by `npx -y pnpm@12 test`, which starts a stack and sets its addresses in the environment. To use a running
 * stack, set the same variables (see `stack.ts`) and run `playwright test` here.
 */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  // All journeys share one stack, which computes as well.
  workers: Math.min(availableParallelism(), 4),
  forbidOnly: !!process.env.CI,
  // The limits are for tests that hang, not for slow ones on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.SITE_URL,
    // Recording every step takes a third of the time. To get a trace: `run journeys <name> --trace on`.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: BROWSER_ARGUMENTS,
    },
  },
  projects: [
    { name: 'long', testMatch: LONG },
    { name: 'journeys', testIgnore: [LONG, BREAKING] },
    // Journeys that remove files, or keep the database busy, must not run beside journeys that need them. `test` runs
    // them after the others, also when one of those fails.
    { name: 'breaking', testMatch: BREAKING, fullyParallel: false, workers: 1 },
  ],
});
