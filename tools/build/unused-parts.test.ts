import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/** `window.x = 1` at the top of a module. */
const TOP_LEVEL_WRITE = /^[\w$]+(?:\.[\w$]+|\[[^\]]*\])+ *(?:\?\?|\|\||&&|[-+])?=(?!=)/m;

test.each(['window.x = 1;', "globalThis['x'] ??= {};", 'a.b.c += 1'])('%s would be found', (line) => {
  expect(`const before = 1;\n${line}\n`).toMatch(TOP_LEVEL_WRITE);
});

test.each(['  state.x = 1;', 'if (a.b === 1) go();', 'a.b == 1', 'const x = a.b;'])('%s is none', (line) => {
  expect(line).not.toMatch(TOP_LEVEL_WRITE);
});

test('no module of the host sets a property at its top, which the bundler would drop', async () => {
  const found: string[] = [];
  for (const folder of ['host/src', 'shared/src']) {
    const files = await readdir(path.join(WORKSPACE_ROOT, folder), { recursive: true });
    for (const file of files.filter((name) => /(?<!\.test)\.tsx?$/.test(name))) {
      const text = await readFile(path.join(WORKSPACE_ROOT, folder, file), 'utf8');
      if (TOP_LEVEL_WRITE.test(text)) found.push(path.join(folder, file));
    }
  }
  expect(found).toEqual([]);
});
