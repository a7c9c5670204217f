import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { BROWSER_ARGUMENTS } from '@corvane/tools/machine/find-browser';
import { drawOf } from '@corvane/tools/machine/sample';
import { defineConfig, devices } from '@playwright/test';

/** These start first, so none runs alone at the end. Each takes half a minute or more. */
const LONG = /\/(portal\/(states|figures|keyboard|bad-input)|loading\/chaos|access\/customer-access)\.spec/;
const BREAKING = /breaking\//;

const spec = (name: string) => `${name}.spec.ts`;
/** What must never break. Every run of `test` has these. */
const ALWAYS = [
  'access/no-price-leaks',
  'loading/budgets',
  'loading/federation',
  'loading/remote-missing',
  'portal/customers',
  'public-pages/contact',
].map(spec);
/** What users do every day. A sample takes a third of them. */
const OFTEN = [
  'access/customer-access',
  'loading/prerendered-pages',
  'operations/people',
  'operations/requests',
  'portal/commissions',
  'portal/states',
].map(spec);
const OTHERS = globSync('*/*.spec.ts', { cwd: join(import.meta.dirname, 'journeys') })
  .filter((file) => ![...ALWAYS, ...OFTEN].includes(file))
  .sort();
/** A sample takes an eighth of the other files. Both by lot. */
const drawn = [...drawOf('journeys of every day', OFTEN, 3), ...drawOf('files of journeys', OTHERS, 8)];
const OUT_OF_TURN = [...OFTEN, ...OTHERS].filter((file) => !drawn.includes(file)).map((file) => `**/${file}`);

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
    { name: 'long', testMatch: LONG, testIgnore: OUT_OF_TURN },
    { name: 'journeys', testIgnore: [LONG, BREAKING, ...OUT_OF_TURN] },
    // Journeys that remove files, or keep the database busy, must not run beside journeys that need them. `test` runs
    // them after the others, also when one of those fails.
    { name: 'breaking', testMatch: BREAKING, testIgnore: OUT_OF_TURN, fullyParallel: false, workers: 1 },
  ],
});
