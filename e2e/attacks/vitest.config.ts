import { defineConfig } from 'vitest/config';

/** Run by `npx -y pnpm@12 test attacks`. All files share one stack, so only one file runs at a time. */
export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['*.test.ts'],
    environment: 'node',
    tags: [{ name: 'deep' }],
    globalSetup: ['../../tools/process/temporary-folder.ts', './attacked-stack.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
