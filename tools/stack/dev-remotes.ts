import path from 'node:path';
import type { Plugin } from 'vite';
import { REMOTES } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

const DEV_IMPORT = '\0dev:import-remote';

/**
 * The federation plugin has no development server for remotes. This replaces the host's `import-remote.ts` with a
 * module that imports each remote's source. So a change in any of them is reloaded in place.
 */
export function devRemotes(): Plugin {
  return {
    name: 'corvane:dev-remotes',
    enforce: 'pre',
    resolveId(source) {
      return source.endsWith('/import-remote.ts') ? DEV_IMPORT : null;
    },
    load(id) {
      if (id !== DEV_IMPORT) return null;
      const imports = REMOTES.map((name) => {
        const file = path.join(WORKSPACE_ROOT, name, 'src/remote.ts');
        return `${JSON.stringify(name)}: () => import(${JSON.stringify(`/@fs${file}`)})`;
      });
      return `const remotes = { ${imports.join(', ')} };
export async function importRemote(name) { return (await remotes[name]()).default; }`;
    },
  };
}
