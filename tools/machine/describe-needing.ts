import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'vitest';
import type { SystemProgram } from './system-packages.ts';
import { hasProgram } from './system-programs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The reason of a skipped test: what the machine lacks. The run counts the test and prints this. */
    lacks?: SystemProgram | 'permission to mount a file system';
  }
}

/** Tests that need a program of the system. Without it they are skipped and counted. In CI they run, and fail. */
export function describeNeeding(program: SystemProgram, what: string, tests: () => void): void {
  const runs = hasProgram(program) || !!process.env.CI;
  describe.runIf(runs)(what, { meta: { lacks: program } }, tests);
}

/** Tests that mount a small file system. Only root may, and not in every container: else they are skipped and counted. */
export function describeMounting(what: string, tests: () => void): void {
  describe.runIf(canMount())(what, { meta: { lacks: 'permission to mount a file system' } }, tests);
}

function canMount(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'corvane-mount-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory]);
  if (status === 0) spawnSync('umount', [directory]);
  rmdirSync(directory);
  return status === 0;
}
