import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import ByEnvironment from './tools/test/by-environment.ts';

/** One process runs many files. Loading our code again takes a second of processor time for each. */
const ONE_PROCESS = {
  isolate: false,
  setupFiles: 'tools/test/between-files.ts',
  globalSetup: ['tools/process/temporary-folder.ts', 'tools/stack/backend/schema/test-server.ts'],
};
/** Code that runs in Node or Deno and keeps no state in its modules. */
const SERVER_CODE = ['supabase/**/*.test.ts', 'tools/**/*.test.{ts,tsx}'];
const DATABASE = ['supabase/tests/**/*.test.ts'];
const NO_TESTS = ['e2e/**', '**/node_modules/**', '**/dist/**', '**/fixtures/**'];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'applications',
          // Every folder, so that a new application's tests run from its first one on.
          include: ['[a-z]*/**/*.test.{ts,tsx}'],
          exclude: [...NO_TESTS, ...SERVER_CODE],
          isolate: false,
          setupFiles: ['tools/test/between-files.ts', 'tools/test/between-pages.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: SERVER_CODE,
          exclude: [...NO_TESTS, ...DATABASE],
          ...ONE_PROCESS,
        },
      },
      {
        extends: true,
        test: { name: 'database', include: DATABASE, exclude: NO_TESTS, ...ONE_PROCESS },
      },
    ],
    environment: 'node',
    sequence: { sequencer: ByEnvironment },
    // `test` leaves these out, `test deep` runs them.
    tags: [{ name: 'deep', description: 'Takes long, and what it would find is rarely broken' }],
    maxWorkers: availableParallelism(),
    globalSetup: 'tools/process/temporary-folder.ts',
    // No unit test measures how small a file gets.
    env: { RELEASE_COMPRESSION: 'fast' },
    // Builds that a test releases are loaded as the release tool loads them: by Node, untransformed.
    server: { deps: { external: [/\/corvane-(build|site)-/, /\/dist\/server\//] } },
    // A test that hangs ends some time. A test that is slow on a busy machine does not fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
});
