import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { documents } from './documented-commands.ts';

/** @returns the scripts of package.json that no command of the text runs. */
function undocumentedScripts(scripts: readonly string[], text: string): string[] {
  const inOneLine = text.replaceAll(/\s+/g, ' ');
  return scripts.filter((script) => !new RegExp(`(?:\\brun|pnpm@12) ${script}(?![\\w:-])`).test(inOneLine));
}

/** Environment variables that a source reads by name, from `process.env` or from `env`. */
function variablesReadBy(source: string): string[] {
  return [...source.matchAll(/(?<!import\.meta\.)\benv\.([A-Z][A-Z\d_]+)\b/g)].map(([, name = '']) => name);
}

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');
const TEXT = (await documents()).map(([, text]) => text).join('\n');

test('every script of package.json is in a document', () => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts as object);
  expect(scripts.length).toBeGreaterThan(20);
  expect(undocumentedScripts(scripts, TEXT)).toEqual([]);
});

/** Variables that are never set by hand. */
const INTERNAL = new Set([
  // From the machine.
  ...['PATH', 'TMPDIR'],
  // Of GitHub, in its pipelines.
  ...['GITHUB_ACTIONS'],
  // Of Node. The tools set them for programs that they start.
  ...['NODE_COMPILE_CACHE', 'NODE_ENV', 'TZ'],
  // From a test to the release that it kills or whose disk it fills.
  ...['DIE_AT_STEP', 'DIE_IN_STEP', 'DISK_FULL_FROM_STEP'],
]);

test('every environment variable that a person may set is in a document', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files', '*.ts', '*.tsx')
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && existsSync(path.join(WORKSPACE_ROOT, file)))
    .filter((file) => !file.endsWith('undocumented.test.ts'));
  const names = new Set(files.flatMap((file) => variablesReadBy(read(file))));
  expect(names.size).toBeGreaterThan(30);
  expect([...INTERNAL].filter((name) => !names.has(name))).toEqual([]);
  expect([...names].filter((name) => !INTERNAL.has(name) && !new RegExp(`\\b${name}\\b`).test(TEXT))).toEqual(
    [],
  );
});

test.each([
  ['npx -y pnpm@12 run format', ['test', 'bench:web']],
  ['`npx -y pnpm@12 test server`', ['format', 'bench:web']],
  ['run bench:web', ['format', 'test']],
  ['run formatting, run bench:web-site', ['format', 'test', 'bench:web']],
])('with %j the undocumented scripts are %j', (text, found) => {
  expect(undocumentedScripts(['format', 'test', 'bench:web'], text)).toEqual(found);
});

test.each([
  ['process.env.PORT ?? env.DATA_DIR', ['PORT', 'DATA_DIR']],
  ['import.meta.env.SSR', []],
  ['environment.PORT, env.port', []],
])('%j reads %j', (source, names) => {
  expect(variablesReadBy(source)).toEqual(names);
});
