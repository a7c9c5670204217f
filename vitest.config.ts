import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { sampleOf } from './tools/machine/sample.ts';
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
/** Test files of more than ten seconds. A sample takes a quarter of them. */
const LONG = [
  ...['backup/backup', 'backup/refused-backups', 'doctor/doctor-commands'].map((name) => `tools/ops/${name}`),
  ...['both-edges/edge-attacks', 'both-edges/edge-api', 'nginx/nginx-log', 'requests/gateway-limits'].map(
    (name) => `tools/gateway/${name}`,
  ),
  ...['site-keys', 'signed-releases', 'changed-after-signing', 'crafted-releases'].map(
    (name) => `tools/release/change/signing/${name}`,
  ),
  ...[
    'prune/prune',
    'mirror/mirror-site',
    'mirror/signed-only',
    'moved-pages',
    'going-live/killed-release',
  ].map((name) => `tools/release/change/${name}`),
  ...['list/release-order', 'list/refused-versions', 'bucket-policy', 'release-command'].map(
    (name) => `tools/release/command/${name}`,
  ),
  'tools/checks/production/secrets-in-arguments',
  'tools/db/db',
  'tools/release/candidate/browser-test',
].map((name) => `${name}.test.ts`);
const gone = LONG.find((file) => !existsSync(join(import.meta.dirname, file)));
if (gone !== undefined) throw new Error(`vitest.config.ts names ${gone}, which is gone`);
const OUT_OF_TURN = LONG.filter((file) => !sampleOf('long test files', LONG, 4).includes(file));
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
          exclude: [...NO_TESTS, ...DATABASE, ...OUT_OF_TURN],
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
