import { spawn } from 'node:child_process';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { beginBackup, removeKilledBackups } from './unfinished-backup.ts';

const NAME = '2026-11-23T03-00-00Z';

let to: string;
beforeEach(async () => {
  to = await mkdtemp(path.join(tmpdir(), 'corvane-unfinished-'));
});

/** Begins a backup in a process of its own, which then waits. */
async function beginElsewhere(): Promise<{ kill(): Promise<unknown> }> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'unfinished-backup.ts'));
  const program = `import { beginBackup } from ${module};
    await beginBackup(${JSON.stringify(to)}, '${NAME}');
    console.log('begun');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

test('what a killed backup left is removed; a backup that is being made stays', async () => {
  const other = await beginElsewhere();
  expect(await removeKilledBackups(to)).toEqual([]);
  expect(await readdir(to)).toEqual([`.${NAME}.part`]);
  await other.kill();
  expect(await readdir(to)).toEqual([`.${NAME}.part`]);
  expect(await removeKilledBackups(to)).toEqual([`.${NAME}.part`]);
  expect(await readdir(to)).toEqual([]);
});

test('a second backup of the same name is refused, and leaves nothing', async () => {
  const first = await beginBackup(to, NAME);
  await expect(beginBackup(to, NAME)).rejects.toThrow(/ENOTEMPTY|EEXIST/);
  expect(await readdir(to)).toEqual([`.${NAME}.part`]);
  await first.discard();
  expect(await readdir(to)).toEqual([]);
});

test('a whole backup has its own name and only its own files', async () => {
  const backup = await beginBackup(to, NAME);
  await writeFile(path.join(backup.folder, 'backup.json'), '{}');
  await backup.finish(path.join(to, NAME));
  expect(await removeKilledBackups(to)).toEqual([]);
  expect(await readdir(to)).toEqual([NAME]);
  expect(await readdir(path.join(to, NAME))).toEqual(['backup.json']);
});
