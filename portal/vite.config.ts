import path from 'node:path';
import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, mergeConfig } from 'vite';

/**
 * The representatives' page and all that it imports are one file. Other pages and parts import from that file. Without
 * this, each of them would split it, and representatives would load more files and more bytes. What asks for the first
 * rows does not wait for it: that is a file of its own.
 */
const GROUPS = [
  { name: 'begin-calls', test: /[\\/]routes[\\/]sales-portal[\\/]begin-calls\.ts$/ },
  { name: 'sales-portal-page', test: /[\\/]routes[\\/]sales-portal[\\/]sales-portal-page\.tsx$/ },
];

export default defineConfig(({ isSsrBuild }) =>
  mergeConfig(remoteConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }, { groups: GROUPS }), {
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
