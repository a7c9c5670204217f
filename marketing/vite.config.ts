import path from 'node:path';
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
  return { ...config, plugins: [...(config.plugins ?? []), withOwnPreloading()] };
});

/** Vite wraps every `import()` in code that links the files in the head. Ours is shorter and imports them. */
function withOwnPreloading(): Plugin {
  return {
    name: 'marketing:own-preloading',
    enforce: 'pre',
    resolveId: (source) =>
      source === '\0vite/preload-helper.js' ? path.join(import.meta.dirname, 'src/preload-files.ts') : null,
  };
}
