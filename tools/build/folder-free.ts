import type { Plugin } from 'vite';

/** The federation plugin uses this marker, with an absolute path, as a placeholder for names of stylesheets. */
const MARKER = '__v__css__';
const ANY_FOLDER = '/workspace';

/**
 * Hides the folder of the workspace from the minifier. The minifier names variables by how often letters occur in the
 * source, including the marker's path. So the same source became another version in another folder.
 */
export function folderFree(workspaceRoot: string): Plugin {
  const here = MARKER + workspaceRoot;
  const anywhere = MARKER + ANY_FOLDER;
  return {
    name: 'corvane:folder-free',
    renderChunk: {
      order: 'pre',
      handler: (code) => (code.includes(here) ? { code: code.replaceAll(here, anywhere), map: null } : null),
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type === 'chunk' && chunk.code.includes(anywhere))
            chunk.code = chunk.code.replaceAll(anywhere, here);
        }
      },
    },
  };
}
