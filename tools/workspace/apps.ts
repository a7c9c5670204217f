import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from './workspace-root.ts';

/** Workspace folders that are remotes: those that expose `src/remote.ts`. */
export const REMOTES: readonly string[] = readdirSync(WORKSPACE_ROOT)
  .filter((folder) => existsSync(path.join(WORKSPACE_ROOT, folder, 'src/remote.ts')))
  .sort();

/** Everything that is built and released. */
export const APPS: readonly string[] = ['host', ...REMOTES];
