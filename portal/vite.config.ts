import path from 'node:path';
import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, mergeConfig } from 'vite';

/**
 * The representatives' page and its imports are one file. Other pages and parts import from that file. Without this,
 * each of them would split it, and representatives would load more files and more bytes. The code that makes the
 * early calls is in a separate file, so it does not wait for this one.
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
          // This CommonJS module requires React directly and would bypass the page's shared copy.
          find: /^use-sync-external-store\/(shim\/)?with-selector(\.js)?$/,
          replacement: path.join(import.meta.dirname, 'src/lib/use-store-with-selector.ts'),
        },
      ],
    },
  }),
);
