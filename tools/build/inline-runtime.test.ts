import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inlineRuntime } from './inline-runtime.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'corvane-runtime-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function inlined(files: Record<string, string>): Promise<Record<string, string>> {
  for (const [file, content] of Object.entries(files)) await writeFile(path.join(dir, file), content);
  await inlineRuntime(dir);
  const names = await readdir(dir);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name), 'utf8')])),
  );
}

test('a few functions of the bundler are no file of their own', async () => {
  const files = await inlined({
    'rolldown-runtime-1.js': 'var e=run=>()=>run();export{e as t};\n',
    'core-2.js': 'import{t as R}from"./rolldown-runtime-1.js";export const a=R(()=>1);',
    'core-2.js.map': '{"version":3,"mappings":"AAAA"}',
    'page-3.js': 'const d=["./core-2.js","./rolldown-runtime-1.js","./rest-4.js"];export{d};',
  });
  expect(files).toEqual({
    'core-2.js': `const{t:R}=(()=>{var e=run=>()=>run();return{t:e}})();
${' '.repeat('import{t as R}from"./rolldown-runtime-1.js";'.length)}export const a=R(()=>1);`,
    'core-2.js.map': '{"version":3,"mappings":";AAAA"}',
    'page-3.js': 'const d=["./core-2.js","./page-3.js","./rest-4.js"];export{d};',
  });
  await writeFile(path.join(dir, 'core-2.mjs'), files['core-2.js'] ?? '');
  const { a } = (await import(path.join(dir, 'core-2.mjs'))) as { a(): number };
  expect(a()).toBe(1);
});

test('more functions stay a file', async () => {
  const before = {
    'rolldown-runtime-1.js': `var e="${'x'.repeat(200)}";export{e as t};`,
    'core-2.js': 'import{t as R}from"./rolldown-runtime-1.js";R();',
  };
  expect(await inlined(before)).toEqual(before);
});
