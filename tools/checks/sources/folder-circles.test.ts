import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

interface Import {
  /** Path of the importing file, from the root of the repository. */
  from: string;
  /** Path of the imported file. */
  to: string;
}

/**
 * Finds sibling folders that import each other, also through a third one. For each two folders of such a circle, it
 * names one import. Files that stand beside the folders are ignored: code that several folders need may stand above
 * them. The packages are ignored as well, because .dependency-cruiser.mjs has rules for them.
 * @example 'host/src/api/a.ts imports host/src/session/b.ts'
 */
function folderCircles(imports: readonly Import[]): string[] {
  // For each folder, the siblings that it imports, each with one such import.
  const imported = new Map<string, Map<string, string>>();
  for (const { from, to } of imports) {
    const siblings = siblingsOf(from, to);
    if (siblings === null) continue;
    const [folder, sibling] = siblings;
    const known = imported.get(folder) ?? new Map<string, string>();
    imported.set(folder, known);
    if (!known.has(sibling)) known.set(sibling, `${from} imports ${to}`);
  }
  return [...imported].flatMap(([folder, siblings]) =>
    [...siblings].filter(([sibling]) => reaches(imported, sibling, folder)).map(([, what]) => what),
  );
}

/** The two sibling folders below a package that hold the files. Null if there are none. */
function siblingsOf(from: string, to: string): [string, string] | null {
  const a = from.split('/');
  const b = to.split('/');
  const depth = a.findIndex((name, index) => name !== b[index]);
  if (depth < 1 || depth >= a.length - 1 || depth >= b.length - 1) return null;
  return [a.slice(0, depth + 1).join('/'), b.slice(0, depth + 1).join('/')];
}

function reaches(imported: ReadonlyMap<string, ReadonlyMap<string, string>>, start: string, end: string) {
  const seen = new Set([start]);
  for (const folder of seen) {
    for (const next of imported.get(folder)?.keys() ?? []) seen.add(next);
  }
  return seen.has(end);
}

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[];
}

/** A test may import any folder, because it may need the whole to test a part. */
const TEST = /[.](test|spec)[.]tsx?$/;
const MAX_OUTPUT_BYTES = 100_000_000;

test('imports between sibling folders go one way', async () => {
  const { stdout } = await promisify(execFile)(
    'depcruise',
    ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', '.'],
    { cwd: WORKSPACE_ROOT, maxBuffer: MAX_OUTPUT_BYTES },
  );
  const imports = (JSON.parse(stdout) as Cruise).modules
    .filter(({ source }) => !TEST.test(source))
    .flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
    );
  expect(imports.length).toBeGreaterThan(3000);
  expect(folderCircles(imports)).toEqual([]);
});

test.each([
  ['two folders that import each other', 'api/a>session/b session/c>api/d', 2],
  ['folders within such folders', 'api/x/a>session/b session/y/c>api/d', 2],
  ['three folders in a circle', 'api/a>session/b session/c>tag/d tag/e>api/f', 3],
  ['folders in one direction', 'api/a>session/b api/c>tag/d session/e>tag/f', 0],
  ['a file above the folders', 'api/a>start start>api/b api/a>session/b session/c>start', 0],
  ['files of one folder', 'api/a>api/b', 0],
])('%s: %s has %i wrong imports', (_, arrows, count) => {
  const imports = arrows.split(' ').map((arrow) => {
    const [from = '', to = ''] = arrow.split('>');
    return { from: `host/src/${from}.ts`, to: `host/src/${to}.ts` };
  });
  expect(folderCircles(imports)).toHaveLength(count);
});

test('packages that import each other are left to other rules', () => {
  expect(
    folderCircles([
      { from: 'tools/db/a.ts', to: 'supabase/functions/b.ts' },
      { from: 'supabase/tests/c.ts', to: 'tools/stack/d.ts' },
    ]),
  ).toEqual([]);
});

test('a wrong import is named with both files', () => {
  expect(
    folderCircles([
      { from: 'host/src/api/a.ts', to: 'host/src/session/b.ts' },
      { from: 'host/src/session/c.ts', to: 'host/src/api/d.ts' },
    ]),
  ).toEqual([
    'host/src/api/a.ts imports host/src/session/b.ts',
    'host/src/session/c.ts imports host/src/api/d.ts',
  ]);
});
