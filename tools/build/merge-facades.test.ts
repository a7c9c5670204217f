import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mergeFacades } from './merge-facades.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'corvane-facades-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function merged(files: Record<string, string>): Promise<Record<string, string>> {
  for (const [file, content] of Object.entries({ 'manifest.json': '{}', ...files })) {
    await writeFile(path.join(dir, file), content);
  }
  await mergeFacades(dir);
  const names = await readdir(dir);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(path.join(dir, name), 'utf8')])),
  );
}

test('a file that only re-exports a page is merged into the file with the page', async () => {
  const files = await merged({
    'entry.js': 'export const load=()=>import("./page-1.js");',
    'page-1.js': 'import{n as e}from"./page-2.js";export{e as default};',
    'page-1.js.map': '{}',
    'page-2.js': 'const a=1,b=2;export{a as n,b as t};',
    'manifest.json': '{"src/page.tsx":{"file":"page-1.js"}}',
  });
  expect(files).toEqual({
    'entry.js': 'export const load=()=>import("./page-2.js");',
    'page-2.js': 'const a=1,b=2;export{a as n,b as t};export{a as default};\n',
    'manifest.json': '{"src/page.tsx":{"file":"page-2.js"}}',
  });
});

test('two files for the same export are merged into the file that has it', async () => {
  const files = await merged({
    'page-1.js': 'export{n as default}from"./page-3.js";',
    'page-2.js': 'export{n as default}from"./page-3.js";',
    'page-3.js': 'const a=1;export{a as n};',
  });
  expect(files['page-3.js']).toBe('const a=1;export{a as n};export{a as default};\n');
  expect(Object.keys(files).sort()).toEqual(['manifest.json', 'page-3.js']);
});

test.each([
  ['a file that does more', 'import{n as e}from"./page-2.js";e();export{e as default};'],
  ['a file of two others', 'import"./entry.js";import{n as e}from"./page-2.js";export{e as default};'],
  ['a second default', 'import{t as e}from"./page-2.js";export{e as default};'],
])('%s stays', async (_what, code) => {
  const before = {
    'entry.js': 'export const load=()=>import("./page-1.js");',
    'page-1.js': code,
    'page-2.js': 'const a=1,b=2;export{a as n,b as t};export{a as default};',
    'manifest.json': '{}',
  };
  expect(await merged(before)).toEqual(before);
});

test('a name of another length stays, because it would move the places that a source map names', async () => {
  const before = {
    'entry.js': 'export const load=()=>import("./p.js");',
    'p.js': 'export{n as default}from"./page.js";',
    'page.js': 'const a=1;export{a as n};',
    'manifest.json': '{}',
  };
  expect(await merged(before)).toEqual(before);
});
