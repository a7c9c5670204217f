import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type PluginOption, type UserConfig } from 'vite';
import { hostConfig } from '../../build/vite-config.ts';
import { REMOTES } from '../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** A build whose pages are drawn in the browser. File names are relative to its directory. */
export interface ClientBuild {
  dir: string;
  entry: string;
  css: string[];
  files: string[];
}

const HOST_DIR = path.join(WORKSPACE_ROOT, 'host');

/** The host as it is released, but it renders where the released one hydrates. */
export function buildClientRenderedHost(outDir: string): Promise<ClientBuild> {
  const config = hostConfig(HOST_DIR, { isSsrBuild: false });
  return run({ ...config, plugins: [rendersInBrowser(), ...(config.plugins ?? [])] }, outDir);
}

/** Host and remotes in one script. */
export function buildSingleBundle(outDir: string): Promise<ClientBuild> {
  const config = hostConfig(HOST_DIR, { isSsrBuild: false });
  const { rollupOptions, ...options } = config.build ?? {};
  return run(
    {
      ...config,
      plugins: [rendersInBrowser(), importedRemotes(), ...(config.plugins ?? []).filter(isNotFederation)],
      resolve: { ...config.resolve, dedupe: ['react', 'react-dom'] },
      build: { ...options, rollupOptions: { ...rollupOptions, output: { codeSplitting: false } } },
    },
    outDir,
  );
}

/** It insists on splitting the code. */
function isNotFederation(plugin: PluginOption): boolean {
  return !(plugin && 'name' in plugin && plugin.name === 'originjs:federation');
}

async function run(config: UserConfig, outDir: string): Promise<ClientBuild> {
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { ...config.build, outDir, manifest: false, sourcemap: false },
  });
  const files = (await readdir(outDir)).sort();
  const entry = files.find((file) => /^(index|entry-client)-.*\.js$/.test(file)) ?? '';
  return { dir: outDir, entry, css: files.filter((file) => file.endsWith('.css')), files };
}

function virtualModule(
  name: string,
  matches: (source: string, importer?: string) => boolean,
  code: string,
): Plugin {
  const id = `\0bench:${name}`;
  return {
    name: `bench:${name}`,
    enforce: 'pre',
    resolveId: (source, importer) => (matches(source, importer) ? id : null),
    load: (loaded) => (loaded === id ? code : null),
  };
}

function rendersInBrowser(): Plugin {
  return virtualModule(
    'renders-in-browser',
    (source, importer) => source === 'react-dom/client' && importer?.endsWith('start-page.tsx') === true,
    `import { createRoot } from ${JSON.stringify(path.join(HOST_DIR, 'node_modules/react-dom/client.js'))};
export { createRoot };
export function hydrateRoot(container, element, options) {
  createRoot(container, options).render(element);
}`,
  );
}

function importedRemotes(): Plugin {
  const files = REMOTES.map((name) => path.join(WORKSPACE_ROOT, name, 'src/remote.ts'));
  return virtualModule(
    'imported-remotes',
    (source) => source.endsWith('/import-remote.ts'),
    `${files.map((file, index) => `import remote${index} from ${JSON.stringify(file)};`).join('\n')}
const remotes = { ${REMOTES.map((name, index) => `${JSON.stringify(name)}: remote${index}`).join(', ')} };
export async function importRemote(name) {
  return remotes[name];
}`,
  );
}
