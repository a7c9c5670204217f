import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** What the settings of a person or a machine would change in what Git prints. `log.showSignature` adds addresses. */
const FIXED = [
  '--no-replace-objects',
  ...['log.showSignature=false', 'log.follow=false', 'i18n.logOutputEncoding=UTF-8'].flatMap(withOption),
  ...['core.quotePath=false', 'core.fsmonitor=false', 'color.ui=false'].flatMap(withOption),
  // Otherwise the first commit changes nothing, and a new file that a person ignores is not told.
  ...['log.showRoot=true', 'core.excludesFile=/dev/null'].flatMap(withOption),
];

/**
 * A hook has `GIT_DIR` in its environment, and others change paths and differences. Where settings are stays, and what
 * a test asks of Git.
 */
const ELSEWHERE = /^GIT_(?!CONFIG_|EXEC_PATH$|TEST_)/;

function withOption(setting: string): [string, string] {
  return ['-c', setting];
}

/** Git's own words, by which a reason is known, are English. */
const settings = (cwd: string) =>
  ({
    cwd,
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ELSEWHERE.test(name))),
      LC_ALL: 'C.UTF-8',
    },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }) as const;

/**
 * Asks Git, with fixed options. @returns what it printed, without the last line break
 * @throws UserError when Git refuses the whole folder or is missing, and Git's own error otherwise
 */
export async function git(cwd: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)('git', [...FIXED, ...args], settings(cwd));
    return stdout.trimEnd();
  } catch (error) {
    throw inWords(error);
  }
}

/** The same for code that cannot wait. */
export function gitNow(cwd: string, ...args: string[]): string {
  try {
    return execFileSync('git', [...FIXED, ...args], {
      ...settings(cwd),
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trimEnd();
  } catch (error) {
    throw inWords(error);
  }
}

/** The commit of this checkout. Null without one. */
export const headCommit = (): Promise<string | null> =>
  git(WORKSPACE_ROOT, 'rev-parse', 'HEAD').catch(() => null);

function inWords(error: unknown): unknown {
  const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT')
    return new UserError('git is not installed, or this folder is gone', { cause: error });
  const folder = /dubious ownership in repository at '(.*)'$/m.exec(stderr ?? '')?.[1];
  if (folder === undefined) return error;
  return new UserError(
    `${folder} belongs to another user, so Git does not read it for you. Run it as that user, or allow it with: git config --global --add safe.directory '${folder.replaceAll("'", String.raw`'\''`)}'`,
    { cause: error },
  );
}
