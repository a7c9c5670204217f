import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Vitest deletes no recorded file whose test is gone. */
test('what is recorded belongs to a test', () => {
  const isThere = (file: string) => existsSync(path.join(WORKSPACE_ROOT, file));
  const recorded = gitNow(WORKSPACE_ROOT, 'ls-files', '*/__snapshots__/*.test.*').split('\n').filter(isThere);
  expect(recorded.length).toBeGreaterThan(50);
  const left = recorded.filter((file) => {
    const { dir, name } = path.parse(file);
    return ![name, `${name}.tsx`].some((test) => isThere(path.join(dir, '..', test)));
  });
  expect(left).toEqual([]);
});
