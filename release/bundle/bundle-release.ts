import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@corvane/tools/command/run-command';
import { say } from '@corvane/tools/command/say';
import { build, type Plugin } from 'vite';

const RELEASE = path.resolve(import.meta.dirname, '..');
/** Modules whose values come from files of the checkout: the bundle contains the values. */
const CONSTANT = [
  path.resolve(RELEASE, '../tools/gateway/inline-scripts.ts'),
  path.resolve(RELEASE, '../tools/workspace/apps.ts'),
];
/** Where the addon of the lock file runs. Web machines and pipelines are no others. */
const ADDON_PLATFORMS = ['linux-x64', 'linux-arm64'];

/** Builds come from a checkout, which also has the browser and the parser that look at them. */
const NO_BUILDS = `import { UserError } from '@corvane/tools/command/user-error';
const buildOf = async () => {
  throw new UserError('This file changes what is published. Release and compare builds in a checkout.');
};
export { buildOf, buildOf as buildWithSbom };`;

/** What would look for the checkout at run time stands in the file. */
const WITHOUT_CHECKOUT: Plugin = {
  name: 'without-checkout',
  enforce: 'pre',
  // The `shareReact` there needs no packages.
  resolveId: (source) =>
    source.endsWith('/share-react.ts') ? path.join(import.meta.dirname, 'share-bundled-react.ts') : null,
  async load(id) {
    if (id.endsWith('/workspace/workspace-root.ts')) return 'export const WORKSPACE_ROOT = process.cwd();';
    if (id.endsWith('/build/build-app.ts')) return 'export const inputsOf = () => [];';
    if (id.endsWith('/command/read-build.ts')) return NO_BUILDS;
    if (id.endsWith('/fs-native-extensions/binding.js')) return addonIn(path.dirname(id));
    if (!CONSTANT.includes(id)) return null;
    const values = Object.entries((await import(pathToFileURL(id).href)) as object);
    return values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
  },
};

/** A module that loads the addon from a temporary file: the system loads no other. */
function addonIn(directory: string): string {
  const prebuilt = ADDON_PLATFORMS.map((platform) => [
    platform,
    readFileSync(path.join(directory, 'prebuilds', platform, 'fs-native-extensions.node'), 'base64'),
  ]);
  return `const { mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const folder = mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'corvane-addon-'));
const addons = ${JSON.stringify(Object.fromEntries(prebuilt))};
const platform = process.platform + '-' + process.arch;
if (addons[platform] === undefined) throw new Error('This file does not run on ' + platform);
writeFileSync(folder + '/addon.node', Buffer.from(addons[platform], 'base64'));
process.dlopen(module, folder + '/addon.node');
rmSync(folder, { recursive: true });`;
}

/** Writes the release command as one file, for machines without a checkout. @returns its path. */
export async function bundleRelease(directory: string): Promise<string> {
  await build({
    configFile: false,
    root: RELEASE,
    logLevel: 'warn',
    plugins: [WITHOUT_CHECKOUT],
    // Only what releases a build needs them.
    ssr: { noExternal: true, external: ['@playwright/test', 'oxc-parser'] },
    build: {
      ssr: 'release.ts',
      outDir: directory,
      emptyOutDir: false,
      minify: false,
      rollupOptions: { output: { codeSplitting: false, entryFileNames: 'release.mjs' } },
    },
  });
  return path.join(directory, 'release.mjs');
}

if (import.meta.main) {
  runCommand(async () => {
    say(`Wrote ${await bundleRelease(path.join(RELEASE, 'dist'))}`);
  });
}
