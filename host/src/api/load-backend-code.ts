import { retryableImport } from '../lazy-code/retryable-import.ts';

/** Loads with the first call, so that reading a page costs nothing. */
export const loadBackendCode = retryableImport(() => import('./backend-code.ts'));
