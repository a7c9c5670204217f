import { existsSync } from 'node:fs';
import path from 'node:path';

/** A module of ours, not of a package or of the build. */
const OWN_MODULE = /^[^/]+\/src\//;

/** The recorded modules whose files are no longer there. */
export function missingModules(modules: Readonly<Record<string, number>>, root: string): string[] {
  return Object.keys(modules).filter((name) => OWN_MODULE.test(name) && !existsSync(path.join(root, name)));
}
