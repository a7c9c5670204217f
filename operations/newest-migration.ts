import { readdirSync } from 'node:fs';
import path from 'node:path';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';

/** Version of the newest migration of this checkout, 14 digits. */
export function newestMigration(): string {
  const files = readdirSync(path.join(WORKSPACE_ROOT, 'supabase/migrations')).sort();
  return files.at(-1)?.slice(0, 14) ?? '';
}
