import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Sources that programs wrote, or that something outside this repository imports by name. */
const NOT_CHECKED = [
  'shared/src/supabase/database.types.ts',
  'shared/src/contracts/remote/',
  'tools/checks/fixtures/',
  // The federation plugin's package, replaced by it in the build.
  'tools/build/no-version-ranges.ts',
  // The texts of modules that stand in for built ones.
  'tools/bench/teams/tiny-remote.ts',
  'tools/stack/dev-remotes.ts',
];

const EXPORTED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) (\w+)/gm;

/** The last part of a quoted path, without its extension. */
const QUOTED_FILE = /['"`/]([\w.-]+?)(?:\.[jt]sx?|\.mjs)?['"`]/g;

/**
 * Exports that no other file uses, as `file: name`. A file uses an export if it says its name, and names its file in
 * an import or another text.
 * @param sources texts by path, of every TypeScript file
 */
function unusedExports(sources: ReadonlyMap<string, string>): string[] {
  const filesSaying = new Map<string, string[]>();
  const filesNamedIn = new Map<string, Set<string>>();
  for (const [file, text] of sources) {
    filesNamedIn.set(file, new Set([...text.matchAll(QUOTED_FILE)].map(([, name = '']) => name)));
    for (const word of new Set(text.match(/[\w$]+/g))) {
      const files = filesSaying.get(word);
      if (files) files.push(file);
      else filesSaying.set(word, [file]);
    }
  }
  const isUsed = (file: string, name: string) =>
    filesSaying
      .get(name)
      ?.some((other) => other !== file && filesNamedIn.get(other)?.has(path.parse(file).name));
  return [...sources]
    .filter(([file]) => !NOT_CHECKED.some((start) => file.startsWith(start)))
    .flatMap(([file, text]) =>
      [...text.matchAll(EXPORTED)]
        .filter(([, name = '']) => !isUsed(file, name))
        .map(([, name]) => `${file}: ${name}`),
    );
}

test('every export is used in another file', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files', '*.ts', '*.tsx', '*.mjs')
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(WORKSPACE_ROOT, file)));
  expect(files.length).toBeGreaterThan(1000);
  const sources = new Map(
    files.map((file) => [file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8')] as const),
  );
  expect(unusedExports(sources)).toEqual([]);
});

test.each([
  ['export const A = 1;', ['a.ts: A']],
  ['export const A = 1;\nconst b = A;', ['a.ts: A']],
  ['export interface A { a: number }', ['a.ts: A']],
  ['export const elsewhere = 1;', ['a.ts: elsewhere']],
  ['export default function A() {}', []],
  ['export async function used() {}', []],
])('in %s the unused exports are %j', (text, found) => {
  const sources = new Map([
    ['a.ts', text],
    ['b.ts', "import { used } from './a.ts';\nused();"],
    ['c.ts', "import { elsewhere } from './d.ts';\nelsewhere();"],
    ['d.ts', 'export const elsewhere = 1;'],
  ]);
  expect(unusedExports(sources)).toEqual(found);
});
