import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';

/** 2020-01-01 UTC, seconds. */
const EPOCH_SECONDS = 1_577_836_800;
/** About five years. */
const SPAN_SECONDS = 2 ** 27;

/**
 * Sets the modification time of files and their compressed copies from their content. Web servers make the ETag from
 * time and size. Otherwise two releases in one second would share it for pages of one size. And each machine with a
 * copy would have a different one.
 */
export async function stampTimes(dir: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, content] of Object.entries(files)) {
    const seconds =
      EPOCH_SECONDS + (createHash('sha256').update(content).digest().readUInt32BE() % SPAN_SECONDS);
    for (const suffix of ['', '.br', '.gz']) {
      const target = path.join(dir, file + suffix);
      if (existsSync(target)) await utimes(target, seconds, seconds);
    }
  }
}
