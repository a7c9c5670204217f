import { retryableImport } from '../island/island.tsx';

/** Loads with the first call, so a visitor who only reads downloads nothing. */
export const loadBackendCode = retryableImport(() => import('./backend-code.ts'));
