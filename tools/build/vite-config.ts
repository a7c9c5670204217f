import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import federation from '@originjs/vite-plugin-federation';
import tailwind from '@tailwindcss/postcss';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { withBrandFiles } from './brand-files.ts';
import { folderFree } from './folder-free.ts';
import { fontFaces } from './font-faces.ts';
import { ownerScope } from './owner-scope.ts';
import { shakableRouter } from './shakable-router.ts';

/** The only packages that exist once in a page. All else reaches a remote through `HostServices`. */
const SHARED = ['react', 'react-dom'];

/** Two and a half years of every engine. Top-level await, which the federation runtime needs, is older than that. */
const BROWSER_TARGET = 'baseline-widely-available';

interface AppConfigOptions {
  /** `vite build --ssr`: the build that prerenders pages at release time. */
  isSsrBuild: boolean;
}

/**
 * If two files declare the same long name, one of them gets a number, and the reading order decides which. Short names
 * are assigned afterwards in a fixed order, so the same source makes the same file. Functions keep their names, because
 * errors show them.
 */
const SERVER_OUTPUT = {
  minify: { mangle: { toplevel: true, keepNames: true }, compress: false, codegen: false },
} as const;

/** Settings shared by all builds. */
function commonConfig(appDir: string, { isSsrBuild }: AppConfigOptions): UserConfig {
  return {
    root: appDir,
    base: './',
    // Files that keep their name: icons, pictures for link previews.
    publicDir: !isSsrBuild && existsSync(path.join(appDir, 'static')) ? 'static' : false,
    css: stylesheetPipeline(),
    build: {
      outDir: isSsrBuild ? 'dist/server' : 'dist/client',
      emptyOutDir: true,
      assetsDir: '',
      manifest: 'manifest.json',
      target: isSsrBuild ? 'node22' : BROWSER_TARGET,
      // Vite's default minifier drops the federation plugin's CSS placeholder. esbuild keeps it.
      minify: isSsrBuild ? false : 'esbuild',
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      // Beside the scripts, which do not name them. A release keeps them unserved, to read stacks with.
      sourcemap: isSsrBuild ? false : 'hidden',
      modulePreload: { polyfill: false, resolveDependencies: withoutPreloadHelper },
    },
    resolve: {
      alias: [
        {
          find: '__federation_fn_satisfy',
          replacement: path.join(import.meta.dirname, 'no-version-ranges.ts'),
        },
        // The package always resolves to its development build.
        { find: /^react-router$/, replacement: productionRouter(appDir) },
      ],
    },
    // One React per process: the release tool provides it to the host's and the remotes' server builds.
    ssr: { noExternal: true, external: ['react', 'react-dom'] },
  };
}

/** Vite wraps every `import()` in code that links the files in the head. Ours is shorter and imports them. */
function withOwnPreloading(): Plugin {
  return {
    name: 'own-preloading',
    enforce: 'pre',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js' ? path.join(import.meta.dirname, 'preload-files.ts') : null,
  };
}

/** The helper that preloads is itself loaded by then. Firefox reports the preload of a loaded module as failed. */
function withoutPreloadHelper(_file: string, dependencies: string[]): string[] {
  return dependencies.filter((file) => !path.basename(file).startsWith('preload-helper'));
}

/** React Router's production build, for the application that has it: beside what `react-router-dom` resolves to. */
function productionRouter(appDir: string): string {
  const routerDom = path.join(appDir, 'node_modules/react-router-dom');
  if (!existsSync(routerDom)) return 'react-router';
  return path.join(realpathSync(routerDom), '../react-router/dist/production/index.mjs');
}

/** Tailwind, then the owner's scope: also used by the development server. */
export function stylesheetPipeline(): UserConfig['css'] {
  return { postcss: { plugins: [tailwind(), ownerScope({ workspaceRoot: WORKSPACE_ROOT })] } };
}

/** Groups of modules that share a file, the first that names a module first. */
type FileGroups = readonly { name: string; test: RegExp }[];

/** What every page of a remote needs, in the file that the host asks for first. */
const CORE_FILE = '__federation_expose_Remote';
const CORE_MODULES =
  /[\\/]src[\\/]remote\.ts$|vite[\\/]preload-helper|build[\\/]preload-files|__federation_fn_import|[\\/]react[\\/](cjs[\\/]react-)?jsx-runtime/;

/**
 * Build of a remote: exposes `src/remote.ts`, and nothing else.
 * @param core further modules that every page needs
 * @param groups modules that share a file. Many small files compress badly, and each is a request.
 * @param ownPreloading see `withOwnPreloading`
 */
export function remoteConfig(
  appDir: string,
  options: AppConfigOptions,
  {
    core = /(?!)/,
    groups = [],
    ownPreloading = false,
  }: { core?: RegExp; groups?: FileGroups; ownPreloading?: boolean } = {},
): UserConfig {
  const common = commonConfig(appDir, options);
  const entry = path.join(appDir, 'src/remote.ts');
  if (options.isSsrBuild) {
    const details = path.join(appDir, 'src/page-details.ts');
    const input = existsSync(details) ? [entry, details] : entry;
    return {
      ...common,
      plugins: [react()],
      build: { ...common.build, rollupOptions: { input, output: SERVER_OUTPUT } },
    };
  }
  return {
    ...common,
    plugins: [
      react(),
      ...(ownPreloading ? [withOwnPreloading()] : []),
      folderFree(WORKSPACE_ROOT),
      federation({
        name: path.basename(appDir),
        filename: 'remoteEntry.js',
        // `true`: the host links the stylesheet itself and waits for it before the first paint.
        exposes: { './remote': { import: './src/remote.ts', dontAppendStylesToHead: true } },
        shared: SHARED,
      }),
    ],
    build: {
      ...common.build,
      rollupOptions: {
        input: entry,
        output: {
          codeSplitting: codeSplitting([
            { name: CORE_FILE, test: new RegExp(`${CORE_MODULES.source}|${core.source}`) },
            ...groups,
          ]),
        },
      },
    },
  };
}

function codeSplitting(groups: FileGroups): Rolldown.CodeSplittingOptions {
  return { groups: groups.map((group, place) => ({ ...group, priority: groups.length - place })) };
}

/** The host's entry, with all that it imports, and limits that only code needs that loads later. */
const ENTRY_MODULES = /[\\/]host[\\/]src[\\/]entry-client\.tsx$|[\\/]backend[\\/]browser-limits\.ts$/;

/** Build of the host: its remotes are named at run time by the registry, never here. */
export function hostConfig(appDir: string, options: AppConfigOptions): UserConfig {
  const common = commonConfig(appDir, options);
  if (options.isSsrBuild) {
    return {
      ...common,
      plugins: [react()],
      build: {
        ...common.build,
        rollupOptions: { input: path.join(appDir, 'src/entry-server.tsx'), output: SERVER_OUTPUT },
      },
    };
  }
  return {
    ...common,
    plugins: [
      react(),
      shakableRouter(),
      fontFaces(),
      withBrandFiles(),
      withOwnPreloading(),
      federation({
        name: 'host',
        // The plugin turns its run-time API on only when a remote is declared. This one is never loaded.
        remotes: { declared: 'unused.js' },
        // The host shares React by itself (host/src/remotes/import-remote.ts). With the plugin, every file of the host
        // would wait for it and could not be merged with others.
      }),
    ],
    // Nothing to drop here, and Vite's own minifier makes this script 7 % smaller.
    build: {
      ...common.build,
      minify: 'oxc',
      rollupOptions: {
        input: path.join(appDir, 'src/entry-client.tsx'),
        // Code that loads later shares modules with the entry. Each shared module would be a file that every page waits
        // for.
        output: { codeSplitting: { groups: [{ name: 'index', test: ENTRY_MODULES }] } },
      },
    },
  };
}
