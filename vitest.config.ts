import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{host,marketing,portal,shared,supabase,tools}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
