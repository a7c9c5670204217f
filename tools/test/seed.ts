import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import { gitNow } from '../process/git.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/**
 * The seed of this run, which decides what `sampleOf` takes. It goes up by one from run to run.
 * @param file keeps the last one, where no environment names it
 * @throws UserError for a TEST_SEED that is no whole number.
 */
export function seedOf(env: NodeJS.ProcessEnv, file = path.join(WORKSPACE_ROOT, '.cache/test-seed')): number {
  const given = env.TEST_SEED || env.GITHUB_RUN_NUMBER;
  if (given) {
    if (!/^\d{1,9}$/.test(given)) throw new UserError(`TEST_SEED must be a whole number, not "${given}"`);
    return Number(given);
  }
  const seed = (keptIn(file) ?? commits()) + 1;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, String(seed));
  return seed;
}

function keptIn(file: string): number | null {
  try {
    const kept = readFileSync(file, 'utf8');
    return /^\d{1,9}$/.test(kept) ? Number(kept) : null;
  } catch {
    return null;
  }
}

/** So that fresh clones differ. */
function commits(): number {
  try {
    return Number.parseInt(gitNow(WORKSPACE_ROOT, 'rev-list', '--count', 'HEAD'), 10);
  } catch {
    return 0;
  }
}

/** Whether this run takes a part of the large families, and leaves out what is tagged `deep`. */
export function takesSample(): boolean {
  return process.env.TEST_SEED !== undefined && process.env.TEST_DEEP === undefined;
}
