import { userInfo } from 'node:os';
import { gitNow } from '@corvane/tools/process/git';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';

/** Who runs the command: Git's `user.name`, which commits carry too. Without one, the name of the account. */
export function readPerson(workspace = WORKSPACE_ROOT): string {
  try {
    const name = gitNow(workspace, 'config', 'user.name').trim();
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
