import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Starts Git by itself. Tests and benches may: they make repositories of their own. */
const STARTS_GIT = /\b(?:exec|execFile|spawn)(?:Sync)?\)?\(\s*['"`]git\b|\brun\(\s*['"`]git\b/;

test('a file that starts Git by itself is found', () => {
  for (const line of ["execFileSync('git', [])", "promisify(execFile)('git', args)", "run('git', args)"])
    expect(line).toMatch(STARTS_GIT);
  expect("gitNow(WORKSPACE_ROOT, 'log')").not.toMatch(STARTS_GIT);
});

test('Git is asked through one file, with fixed options', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files', '*.ts', '*.mjs')
    .split('\n')
    .filter((file) => !/[.](?:test|spec)[.]ts$|^tools[/]bench[/]|^tools[/]process[/]git[.]ts$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const text = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');
  expect(files.filter((file) => STARTS_GIT.test(text(file)))).toEqual([]);
});
