import path from 'node:path';
import type { Plugin, PluginOption, UserConfig } from 'vite';
import { hostConfig } from '../../../build/vite-config.ts';
import { REMOTES } from '../../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../../workspace/workspace-root.ts';

const HOST_DIR = path.join(WORKSPACE_ROOT, 'host');

/** Settings of the builds whose pages are drawn in the browser. */
export const CLIENT_CONFIGS = { host: clientRenderedHost, single: singleBundle };

export type ClientKind = keyof typeof CLIENT_CONFIGS;

/** The host as it is released, but it renders where the released one hydrates. */
function clientRenderedHost(): UserConfig {
  const config = hostConfig(HOST_DIR, { isSsrBuild: false });
  return { ...config, plugins: [rendersInBrowser(), ...(config.plugins ?? [])] };
}

/** Host and remotes in one script. */
function singleBundle(): UserConfig {
  const config = hostConfig(HOST_DIR, { isSsrBuild: false });
  const { rollupOptions, ...options } = config.build ?? {};
  return {
    ...config,
    plugins: [rendersInBrowser(), importedRemotes(), ...(config.plugins ?? []).filter(isNotFederation)],
    resolve: { ...config.resolve, dedupe: ['react', 'react-dom'] },
    build: { ...options, rollupOptions: { ...rollupOptions, output: { codeSplitting: false } } },
  };
}

/** It insists on splitting the code. */
function isNotFederation(plugin: PluginOption): boolean {
  return !(plugin && 'name' in plugin && plugin.name === 'originjs:federation');
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
