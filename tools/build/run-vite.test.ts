import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { runVite } from './run-vite.ts';

/** Regression: a build that hung was waited for without end, and held the application's lock. */
test('a build that hangs is stopped at its limit, and the error names the application', async () => {
  const appDir = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-hanging-')), 'shop');
  const vite = path.join(appDir, 'node_modules/vite');
  await mkdir(path.join(vite, 'bin'), { recursive: true });
  await writeFile(path.join(vite, 'package.json'), '{}');
  await writeFile(
    path.join(vite, 'bin/vite.js'),
    `console.log('rendering chunks');
    require('node:fs').writeFileSync('pid', String(process.pid));
    setInterval(() => {}, 60_000);`,
  );
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  const limit = new AbortController();
  const build = runVite(appDir, ['--ssr'], limit.signal);
  build.catch(() => {});
  const pid = () => readFile(path.join(appDir, 'pid'), 'utf8').catch(() => '');
  await expect.poll(pid, { timeout: 10_000 }).not.toBe('');
  limit.abort();
  await expect(build).rejects.toThrow(
    'The build of shop was stopped: vite build --ssr did not end within 4 minutes',
  );
  expect(printed.mock.calls).toEqual([['rendering chunks']]);
  const isRunning = async () => {
    try {
      return process.kill(Number(await pid()), 0);
    } catch {
      return false;
    }
  };
  await expect.poll(isRunning).toBe(false);
  printed.mockRestore();
});
