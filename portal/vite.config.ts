import path from 'node:path';
import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, mergeConfig } from 'vite';

/** What both the first view and the early calls need, so that neither waits for the other's file. */
const CORE =
  /[\\/]portal[\\/]src[\\/](app[\\/]session-memory|lib[\\/]search-state|routes[\\/]sales-portal[\\/]portal-tab)\.ts$/;

/**
 * A representative loads few files: the first view with its imports, and the code that makes the early calls. Then
 * comes the code that tells news and makes the calls of the first tab. Last comes the code that shows rows. Other
 * pages and parts import from these files. Without this, each of them would split them, and representatives would
 * load more files and more bytes.
 */
const GROUPS = [
  { name: 'prefetch-calls', test: /[\\/]routes[\\/]sales-portal[\\/]prefetch-calls\.ts$/ },
  { name: 'sales-portal-page', test: /[\\/]routes[\\/]sales-portal[\\/]sales-portal-page\.tsx$/ },
  {
    name: 'news',
    test: /[\\/](routes[\\/]sales-portal[\\/]news\.tsx|qualify[\\/]flow[\\/]qualification-calls\.ts)$/,
  },
  { name: 'portal-tabs', test: /[\\/]routes[\\/]sales-portal[\\/]portal-tabs\.tsx$/ },
];

export default defineConfig(({ isSsrBuild }) =>
  mergeConfig(
    remoteConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }, { core: CORE, groups: GROUPS }),
    {
      resolve: {
        alias: [
          {
            // This CommonJS module requires React directly and would bypass the page's shared copy.
            find: /^use-sync-external-store\/(shim\/)?with-selector(\.js)?$/,
            replacement: path.join(import.meta.dirname, 'src/lib/use-store-with-selector.ts'),
          },
        ],
      },
    },
  ),
);
