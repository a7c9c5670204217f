import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives this process and its children their own temporary folder, so that a test run leaves nothing behind.
 * @returns a function that removes the folder with its content
 */
export default async function takeTemporaryFolder(): Promise<() => Promise<void>> {
  const before = process.env.TMPDIR;
  const folder = await mkdtemp(path.join(tmpdir(), 'corvane-test-'));
  // If run as root, the tests' PostgreSQL runs as another user, who must be able to reach its own folder.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
