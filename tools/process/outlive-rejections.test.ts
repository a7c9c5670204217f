import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Runs a program to its end. */
async function run(text: string): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'corvane-rejections-'));
  const file = path.join(dir, 'program.ts');
  const module = JSON.stringify(path.join(import.meta.dirname, 'outlive-rejections.ts'));
  await writeFile(file, `import { outliveRejections } from ${module};\n${text}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  await rm(dir, { recursive: true });
  return { status, stdout, stderr };
}

test('an unhandled rejection is logged, and the process keeps running', async () => {
  const { status, stdout, stderr } = await run(`
    outliveRejections();
    void Promise.reject(new Error('forgotten'));
    setImmediate(() => console.log('still serving'));`);
  expect(stdout).toBe('still serving\n');
  expect(stderr).toMatch(/^unhandled rejection: Error: forgotten\n/);
  expect(status).toBe(0);
});

test('an exception outside any promise still ends the process', async () => {
  const { status, stderr } = await run(`
    outliveRejections();
    setImmediate(() => { throw new Error('thrown'); });`);
  expect(stderr).toContain('Error: thrown');
  expect(status).not.toBe(0);
});
