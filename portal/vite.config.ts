import path from 'node:path';
import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, mergeConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) =>
  mergeConfig(remoteConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }), {
    resolve: {
      alias: [
        {
          // This CommonJS requires React by itself, and would bypass the one copy that the page shares.
          find: /^use-sync-external-store\/(shim\/)?with-selector(\.js)?$/,
          replacement: path.join(import.meta.dirname, 'src/lib/use-store-with-selector.ts'),
        },
      ],
    },
  }),
);
