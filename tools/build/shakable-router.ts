import type { Plugin } from 'vite';

/**
 * React Router is one module that calls `forwardRef`, `createContext` and `memo` at its top and then sets display
 * names. A bundler must treat both as side effects and keep everything. This plugin marks the calls as pure and
 * removes the names, which only developer tools show. The bundler then drops unused parts: data routers, forms,
 * prefetching.
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
