import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Every folder, so that a new application's tests run from its first one on. The journeys have stages of their own.
    include: ['[a-z]*/**/*.test.{ts,tsx}'],
    exclude: ['e2e/**', '**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    environment: 'node',
    // Half as many again as cores: where time runs out, a process hangs or a browser gives up, a file only waits.
    maxWorkers: Number(process.env.TEST_WORKERS ?? Math.ceil(1.5 * availableParallelism())),
    // One process runs many files. A process for each takes as long again: it loads React, the window and our code anew.
    isolate: false,
    setupFiles: 'tools/test/between-files.ts',
    globalSetup: 'tools/process/temporary-folder.ts',
    // No unit test measures how small a file gets.
    env: { RELEASE_COMPRESSION: 'fast' },
    // Builds that a test releases are loaded as the release tool loads them: by Node, untransformed.
    server: { deps: { external: [/\/corvane-(build|site)-/, /\/dist\/server\//] } },
    // What hangs ends some time; what is slow on a busy machine does not fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
