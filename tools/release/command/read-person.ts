import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Who runs the command: Git's `user.name`, which commits carry too. Without one, the name of the account. */
export function readPerson(workspace = WORKSPACE_ROOT): string {
  try {
    const name = execFileSync('git', ['config', 'user.name'], {
      cwd: workspace,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    if (name !== '') return name;
  } catch {
    // Git is not installed, or knows no name.
  }
  try {
    return userInfo().username;
  } catch {
    return '';
  }
}
