import { registerHooks } from 'node:module';
import react from 'react';
import jsxRuntime from 'react/jsx-runtime';
import reactDom from 'react-dom';

/** In place of `share-react.ts` in the bundle, which has no packages beside it. */
const PACKAGES: Readonly<Record<string, object>> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
};
const SCHEME = 'corvane-react:';

let shared = false;

/** Makes all server builds use the React that is in this file. */
export function shareReact(): void {
  if (shared) return;
  shared = true;
  Object.assign(globalThis, { [SCHEME]: PACKAGES });
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      Object.hasOwn(PACKAGES, specifier)
        ? { url: `${SCHEME}${specifier}`, format: 'module', shortCircuit: true }
        : nextResolve(specifier, context),
    load: (url, context, nextLoad) =>
      url.startsWith(SCHEME)
        ? { source: sourceOf(url.slice(SCHEME.length)), format: 'module', shortCircuit: true }
        : nextLoad(url, context),
  });
}

function sourceOf(name: string): string {
  const names = Object.keys(PACKAGES[name] ?? {}).filter((key) => key !== 'default');
  return `const all = globalThis['${SCHEME}']['${name}'];
export default all;
export const { ${names.join(', ')} } = all;`;
}
