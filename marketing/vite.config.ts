import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig, type Plugin } from 'vite';
import { BRAND } from '../shared/src/brand/brand.ts';
import { CORE, GROUPS } from './code-splitting.ts';
import { refuseOtherCards } from './social-cards/drawn-for.ts';

export default defineConfig(({ isSsrBuild }) => {
  refuseOtherCards(BRAND.name);
  const config = remoteConfig(
    import.meta.dirname,
    { isSsrBuild: isSsrBuild === true },
    { core: CORE, groups: GROUPS },
  );
  if (isSsrBuild === true) return config;
  const { plugins = [], build } = config;
  return {
    ...config,
    plugins: [...plugins, withoutPreloading()],
    build: { ...build, modulePreload: false },
  };
});

/**
 * A page's HTML names all of its few files, so there is nothing left to preload. Vite still wraps every `import()` in
 * code that looks for such files. This replaces that code.
 */
function withoutPreloading(): Plugin {
  const id = '\0vite/preload-helper.js';
  return {
    name: 'marketing:without-preloading',
    enforce: 'pre',
    resolveId: (source) => (source === id ? id : null),
    load: (source) => (source === id ? 'export const __vitePreload = (load) => load();' : null),
  };
}
