import { registerHooks } from 'node:module';

let shared = false;

/**
 * Server builds exclude React and may be anywhere on disk. This makes them all use the release tool's React, so host
 * and remotes render one tree.
 */
export function shareReact(): void {
  if (shared) return;
  shared = true;
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (/^react(-dom)?(\/|$)/.test(specifier)) {
        return nextResolve(specifier, { ...context, parentURL: import.meta.url });
      }
      return nextResolve(specifier, context);
    },
  });
}
