import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{host,marketing,portal,shared,supabase,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    environment: 'node',
    globalSetup: 'tools/process/temporary-folder.ts',
    // Builds that a test releases are loaded as the release tool loads them: by Node, untransformed.
    server: { deps: { external: [/\/corvane-(build|site|workspace)-/, /\/dist\/server\//] } },
    // What hangs ends some time; what is slow on a busy machine does not fail.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
