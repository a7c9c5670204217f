import type { Rolldown } from 'vite';

/** A package that imports React several times calls it `React`, `React2` and so on. */
const NAMES_OF_REACT = 20;

/**
 * Libraries of components call `React.forwardRef`, `createContext` and `memo` at the top of a module and then set display
 * names. A bundler must take both for effects and keeps everything. Told that they are none, it drops what is not used: of
 * React Router a third of what the host would carry. Inside functions, assignments stay. At the top of a module of the
 * host, they are dropped when nobody reads them: unused-parts.test.ts finds ours.
 */
export const UNUSED_PARTS_GO: Rolldown.TreeshakingOptions = {
  manualPureFunctions: ['React', ...Array.from({ length: NAMES_OF_REACT }, (_, n) => `React${n}`)],
  propertyWriteSideEffects: false,
};
