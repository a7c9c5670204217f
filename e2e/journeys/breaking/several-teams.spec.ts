import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

const WORKSPACE = path.resolve(import.meta.dirname, '../../..');

/** `run bench:teams` runs the whole day with sixty releases. */
test('three teams release in random order, a third of the releases faulty, and the site works after each @deep', async () => {
  test.setTimeout(900_000);
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/bench/teams/teams.ts', '7', '3'], {
    cwd: WORKSPACE,
  });
  expect(stdout).toContain('9 releases, seed 7: ');
  expect(stdout).toContain('The site was whole and good after each.');
  expect(stdout).toMatch(/[1-9]\d* requests were made meanwhile, and none failed\./);
});
