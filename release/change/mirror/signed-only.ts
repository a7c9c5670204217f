import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import type { Destination } from '../../store/destination.ts';
import { appsWithKeys } from '../signing/site-keys.ts';

/** Below the root of a web machine. It is not served. */
const MEMORY_FILE = 'signed-only';
const MEMORY = 'This machine has seen signing keys in its bucket, so it takes signed versions only.\n';

/**
 * Whether a machine that follows a site takes signed versions only. It remembers the first key that it sees. Otherwise,
 * someone who can change the bucket could turn the checks off: they would delete the keys.
 * @throws UserError when the machine has seen keys, and there are none any more.
 */
export async function takesSignedOnly(destination: Destination): Promise<boolean> {
  const file = path.join(destination.store.root, MEMORY_FILE);
  const hasSeenKeys = existsSync(file);
  const hasKeys = (await appsWithKeys(destination)).length > 0;
  if (hasKeys && !hasSeenKeys) {
    await mkdir(destination.store.root, { recursive: true });
    await writeFile(file, MEMORY);
  }
  if (hasSeenKeys && !hasKeys)
    throw new UserError(
      `${destination.name} has no signing keys any more: nothing new is taken. Find out who deleted keys/. If you turned signing off, delete ${file} on each web machine.`,
    );
  return hasKeys;
}
