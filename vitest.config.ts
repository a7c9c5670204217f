import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { drawOf } from './tools/machine/sample.ts';
import ByEnvironment from './tools/test/by-environment.ts';

// Recorded outlines hold times of day.
process.env.TZ = 'UTC';

/** One process runs many files. Loading our code again takes a second of processor time for each. */
const ONE_PROCESS = {
  isolate: false,
  setupFiles: 'tools/test/between-files.ts',
  globalSetup: ['tools/process/temporary-folder.ts', 'tools/stack/backend/schema/test-server.ts'],
};
/** Code that runs in Node or Deno and keeps no state in its modules. */
const SERVER_CODE = [
  'operations/**/*.test.ts',
  'release/**/*.test.ts',
  'supabase/**/*.test.ts',
  'tools/**/*.test.{ts,tsx}',
];
const DATABASE = ['supabase/tests/**/*.test.ts'];
/** Test files that take long. A sample takes an eighth of them. */
const LONG = [
  'operations/backup/backup-role.test.ts',
  'operations/backup/backup.test.ts',
  'operations/backup/refused-backups.test.ts',
  'operations/doctor/broken-sites.test.ts',
  'operations/doctor/doctor-commands.test.ts',
  'operations/sales-files/import-sales.test.ts',
  'release/bundle/bundle-release.test.ts',
  'release/candidate/browser-test.test.ts',
  'release/change/going-live/going-live.test.ts',
  'release/change/going-live/killed-release.test.ts',
  'release/change/mirror/mirror-site.test.ts',
  'release/change/mirror/signed-only.test.ts',
  'release/change/moved-pages.test.ts',
  'release/change/prune/prune.test.ts',
  'release/change/signing/changed-after-signing.test.ts',
  'release/change/signing/crafted-releases.test.ts',
  'release/change/signing/signed-pages.test.ts',
  'release/change/signing/signed-releases.test.ts',
  'release/change/signing/site-keys.test.ts',
  'release/command/bucket-policy.test.ts',
  'release/command/going-live/release-decide.test.ts',
  'release/command/list/refused-versions.test.ts',
  'release/command/list/release-order.test.ts',
  'release/command/override/make-override.test.ts',
  'release/command/preview/pull-request-comment.test.ts',
  'release/command/release-command.test.ts',
  'release/decide/decide-canary.test.ts',
  'release/store/bucket/bucket.test.ts',
  'supabase/tests/bad-input/time-limits.test.ts',
  'supabase/tests/contact/big-requests.test.ts',
  'supabase/tests/database/copied-database.test.ts',
  'supabase/tests/people/erasure-in-steps.test.ts',
  'supabase/tests/sales/sales-indexes.test.ts',
  'supabase/tests/sessions/many-wrong-ids.test.ts',
  'supabase/tests/sessions/office-sign-ins.test.ts',
  'supabase/tests/sessions/session-look-up.test.ts',
  'tools/checks/contract/contract-changes.test.ts',
  'tools/checks/production/gateway-connections.test.ts',
  'tools/checks/production/secrets-in-arguments.test.ts',
  'tools/checks/sources/command-mistakes.test.ts',
  'tools/db/db.test.ts',
  'tools/db/frozen-migrations.test.ts',
  'tools/gateway/both-edges/edge-api.test.ts',
  'tools/gateway/both-edges/edge-attacks.test.ts',
  'tools/gateway/both-edges/edge-releases.test.ts',
  'tools/gateway/nginx/nginx-limits.test.ts',
  'tools/gateway/nginx/nginx-log.test.ts',
  'tools/postgres/run-postgres.test.ts',
  'tools/stack/backend/backend.test.ts',
  'tools/stack/backend/migrate.test.ts',
  'tools/stack/record-answers.test.ts',
  'tools/stack/start.test.ts',
];
const gone = LONG.find((file) => !existsSync(join(import.meta.dirname, file)));
if (gone !== undefined) throw new Error(`vitest.config.ts names ${gone}, which is gone`);
const drawn = drawOf('long test files', LONG, 8);
const OUT_OF_TURN = LONG.filter((file) => !drawn.includes(file));
/** Tests that show pages. Each is run once more while a browser translates them. */
const COMPONENTS = globSync('*/src/**/*.test.tsx', { cwd: import.meta.dirname })
  .map((file) => file.replaceAll('\\', '/'))
  // These fill in the HTML of a page. What a translation before that does is for journeys.
  .filter((file) => !/(marketing-page|early-text)\.test\.tsx$/.test(file));
const BETWEEN_PAGES = ['tools/test/between-files.ts', 'tools/test/between-pages.ts'];
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
          setupFiles: ['tools/test/recorded-outlines.ts', ...BETWEEN_PAGES],
          // The outline of a page is taken before the test's own hooks remove the page.
          sequence: { hooks: 'list' },
        },
      },
      {
        extends: true,
        test: {
          name: 'translated',
          include: drawOf('translated pages', COMPONENTS, 8),
          exclude: NO_TESTS,
          isolate: false,
          // A text that a translated page keeps from before is not the recorded one.
          setupFiles: ['tools/test/recorded-outlines.ts', 'tools/test/translated-pages.ts', ...BETWEEN_PAGES],
          sequence: { hooks: 'list' },
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
        test: { name: 'database', include: DATABASE, exclude: [...NO_TESTS, ...OUT_OF_TURN], ...ONE_PROCESS },
      },
      // Needs the released site.
      { extends: true, test: { name: 'site', include: ['e2e/site/*.test.ts'] } },
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
