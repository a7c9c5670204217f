import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';

/** The user that runs the server. PostgreSQL refuses to run as root. */
export interface ServerAccount {
  uid: number;
  gid: number;
}

const UNPRIVILEGED = 'nobody';

/** @returns null when this process is not root: the server runs as the same user. */
export function serverAccount(): ServerAccount | null {
  if (process.getuid?.() !== 0) return null;
  const idOf = (option: string) =>
    Number(spawnSync('id', [option, UNPRIVILEGED], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @throws UserError naming the first folder on the way to `target` that the account cannot enter. */
export function refuseImpassable(target: string, { uid, gid }: ServerAccount): void {
  const { root } = path.parse(target);
  const names = path.relative(root, target).split(path.sep);
  for (let depth = 0; depth <= names.length; depth += 1) {
    const folder = path.join(root, ...names.slice(0, depth));
    const { mode, uid: owner, gid: group } = statSync(folder);
    const passing = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001;
    if ((mode & passing) === 0)
      throw new UserError(
        `PostgreSQL does not run as root. The user ${UNPRIVILEGED}, who runs it here, cannot enter ${folder}. Start as another user, or use a folder that everyone may enter.`,
      );
  }
}
