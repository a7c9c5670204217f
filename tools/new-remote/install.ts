import { spawnSync } from 'node:child_process';
import { UserError } from '../command/user-error.ts';
import { pnpmCommand } from '../supply/run-pnpm.ts';

/**
 * Installs what the workspace now needs and writes the lockfile, with the pnpm that runs this command.
 * @throws UserError when pnpm fails, after printing what it says.
 */
export function install(workspace: string): void {
  const [command, ...prefix] = pnpmCommand();
  const { status } = spawnSync(command, [...prefix, 'install', '--prefer-offline', '--no-frozen-lockfile'], {
    cwd: workspace,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0)
    throw new UserError('The files are there, but the install failed. Run: npx -y pnpm@12 install');
}
