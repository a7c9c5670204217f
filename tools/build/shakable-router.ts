import type { Plugin } from 'vite';

/**
 * React Router comes as one module that calls `forwardRef`, `createContext` and `memo` at its top and then names what
 * it made. A bundler must take both for effects and keep all of it. Told that the calls have none, and without the
 * names that only developer tools show, it leaves out what nobody uses: data routers, forms, prefetching.
 */
export function shakableRouter(): Plugin {
  return {
    name: 'corvane:shakable-router',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/].*\.mjs$/ },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.displayName = .*;$/gm, '')
          .replace(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /*#__PURE__*/ $1'),
        map: null,
      }),
    },
  };
}
