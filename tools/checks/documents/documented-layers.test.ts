import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');

test('docs/where-code-lives.md lists the layers of tools in the order that the check enforces', () => {
  const [, rules = ''] = /^const LAYERS = \[(.*?)^\];/ms.exec(read('.dependency-cruiser.mjs')) ?? [];
  const enforced = [...rules.matchAll(/'(?:tools\/)?(operations\/api|[\w-]+)\//g)].map(
    ([, folder = '']) => folder,
  );
  const [, line = ''] =
    /^The folders of `tools` are layers.*?\n\n(.*?)\n\n/ms.exec(read('docs/where-code-lives.md')) ?? [];
  const documented = [...line.matchAll(/`([\w/-]+)`/g)].map(([, folder = '']) => folder);
  expect(enforced.length).toBeGreaterThan(20);
  expect(documented).toEqual([...new Set(enforced)]);
});
