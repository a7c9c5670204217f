import path from 'node:path';
import { hostConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, type Plugin } from 'vite';

export default defineConfig(({ isSsrBuild }) => {
  const config = hostConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true });
  return isSsrBuild === true
    ? config
    : { ...config, plugins: [...(config.plugins ?? []), withOwnPreloading()] };
});

/** Vite wraps every `import()` in code that links the files in the head. Ours is shorter and imports them. */
function withOwnPreloading(): Plugin {
  return {
    name: 'host:own-preloading',
    enforce: 'pre',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js'
        ? path.join(import.meta.dirname, 'src/island/preload-files.ts')
        : null,
  };
}
