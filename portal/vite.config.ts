import path from 'node:path';
import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, mergeConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) =>
  mergeConfig(remoteConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }), {
    resolve: {
      alias: [
        {
          // CommonJS that asks for React by itself, past the one copy that the page shares.
          find: /^use-sync-external-store\/(shim\/)?with-selector(\.js)?$/,
          replacement: path.join(import.meta.dirname, 'src/lib/use-store-with-selector.ts'),
        },
      ],
    },
  }),
);
