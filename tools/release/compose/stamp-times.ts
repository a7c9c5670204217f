import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import path from 'node:path';

/** 2020-01-01 UTC, seconds. */
const EPOCH_SECONDS = 1_577_836_800;
/** About five years. */
const SPAN_SECONDS = 2 ** 27;

/**
 * Gives files, and their compressed copies, a time of change that their content decides. Web servers make the ETag
 * from time and size: two releases in one second would share it for pages of one size, and every machine that holds a
 * copy would have another one.
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
