import path from 'node:path';

/** The repository's root. */
export const WORKSPACE_ROOT = path.resolve(import.meta.dirname, '../..');
