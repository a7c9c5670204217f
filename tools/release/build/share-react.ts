import { registerHooks } from 'node:module';

let shared = false;

/**
 * Server builds leave React out and may lie anywhere on disk: makes them all use the React that the release tool
 * itself has, so that host and remotes render one tree.
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
