import { statfs } from 'node:fs/promises';

/** Less than this, and a disk needs a person. */
export const MIN_FREE_PERCENT = 10;

/** How much of the disk below a folder is free for programs that are not root's: whole percent, rounded down. */
export async function freePercent(folder: string): Promise<number> {
  const { blocks, bfree, bavail } = await statfs(folder);
  const usable = blocks - bfree + bavail;
  return usable === 0 ? 100 : Math.floor((bavail / usable) * 100);
}
