import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * For tests, loaded before a program: kills it at a step in which it changes files, `DIE_AT_STEP`, counted from one.
 * `DIE_IN_STEP` kills it with that step begun. Operations of one kind in a row, as a hundred links, are one step. A
 * point in time would be a different step on every machine. With `DISK_FULL_FROM_STEP` nothing can be written from
 * that step on.
 */
const dieAt = Number(process.env.DIE_AT_STEP ?? process.env.DIE_IN_STEP);
const fullFrom = Number(process.env.DISK_FULL_FROM_STEP);
const WRITING = new Set(['cp', 'link', 'mkdir', 'symlink', 'writeFile', 'mkdirSync', 'writeFileSync']);
const isBegun = process.env.DIE_AT_STEP === undefined;
let steps = 0;
let latest = '';

// biome-ignore lint/suspicious/noExplicitAny: stands in for functions of any arguments
function counted<T extends (...args: any[]) => unknown>(name: string, operation: T): T {
  return ((...args: Parameters<T>) => {
    if (name !== latest) steps += 1;
    latest = name;
    if (steps === dieAt) {
      if (isBegun) operation(...args);
      process.kill(process.pid, 'SIGKILL');
    }
    if (steps >= fullFrom && WRITING.has(name)) {
      const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      if (name.endsWith('Sync')) throw full;
      return Promise.reject(full);
    }
    return operation(...args);
  }) as T;
}

for (const name of ['cp', 'link', 'mkdir', 'rename', 'rm', 'symlink', 'utimes', 'writeFile'] as const) {
  Object.assign(fs.promises, { [name]: counted(name, fs.promises[name]) });
}
for (const name of ['mkdirSync', 'renameSync', 'rmSync', 'writeFileSync'] as const) {
  Object.assign(fs, { [name]: counted(name, fs[name]) });
}
syncBuiltinESMExports();
