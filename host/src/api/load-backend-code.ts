import { retryableImport } from '../lazy-code/retryable-import.ts';

/** Loads with the first call, so a visitor who only reads downloads nothing. */
export const loadBackendCode = retryableImport(() => import('./backend-code.ts'));
