import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const WORKSPACE = path.resolve(import.meta.dirname, '../..');
const ALWAYS = [
  'shared',
  'tools',
  'operations',
  'release',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
];

/**
 * A copy of the current sources that a test may change. It uses the workspace's packages.
 * @param names folders in addition to those that every application needs
 */
export async function copyOfSources(names: readonly string[]): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'corvane-sources-'));
  for (const name of [...ALWAYS, ...names]) {
    await cp(path.join(WORKSPACE, name), path.join(copy, name), {
      recursive: true,
      // A package's links are relative: links to packages of the workspace point into the copy.
      verbatimSymlinks: true,
      filter: (source) => !/[/\\](dist|\.build-lock)$/.test(source),
    });
  }
  await symlink(path.join(WORKSPACE, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** No build takes this long, even beside others. */
const HANGS_AFTER_MS = 240_000;

/**
 * Runs the code of a module in a copy. A process that hangs is ended and started once more: a build was seen waiting
 * without end for a file that it had read.
 * @returns its output @throws Error with its error output
 */
export function runIn(copy: string, script: string, attemptsLeft = 1): string {
  const { error, status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', script],
    {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      timeout: HANGS_AFTER_MS,
      killSignal: 'SIGKILL',
    },
  );
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT' && attemptsLeft > 0)
    return runIn(copy, script, attemptsLeft - 1);
  if (status !== 0) throw new Error(`A copy of the sources failed: ${stderr}${stdout}`);
  return stdout;
}
