import { z } from './zod.ts';

/** Letters, digits, dots and dashes: a version is the name of a directory. */
export const versionSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/);
