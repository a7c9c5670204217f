import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { defineConfig, devices } from '@playwright/test';

/**
 * Run by `npx -y pnpm@12 test`, which starts a stack and says in the environment where it is. Against a stack that
 * is running already: set the same variables (see `stack.ts`) and run `playwright test` here.
 */
export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: !!process.env.CI,
  // The limits end a hanging test, and no slow one on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.SITE_URL,
    // Recording every step takes a third of the time. To see one: `run journeys <name> --trace on`.
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: BROWSER_ARGUMENTS,
    },
  },
  projects: [
    { name: 'journeys', testIgnore: /breaking\// },
    // Journeys that remove files must not run beside journeys that need them.
    {
      name: 'breaking',
      testMatch: /breaking\//,
      dependencies: ['journeys'],
      fullyParallel: false,
      workers: 1,
    },
  ],
});
