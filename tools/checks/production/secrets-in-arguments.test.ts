import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const FOLDER = path.join(WORKSPACE_ROOT, 'production');
const FILES = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.yml') && !name.startsWith('inventory'),
);
const COMMAND = /^ansible\.builtin\.(command|shell|raw)$/;

type Mapping = Record<string, unknown>;

/** Every mapping in a file: plays, blocks, steps and their parts. */
function mappings(part: unknown): Mapping[] {
  if (typeof part !== 'object' || part === null) return [];
  const inside = Object.values(part).flatMap(mappings);
  return Array.isArray(part) ? inside : [part as Mapping, ...inside];
}
const steps = (text: string) => mappings(loadAll(text));

/**
 * Every user of a machine can read the arguments of every program that runs there. So a secret goes through a file, the
 * environment or standard input.
 */
function secretArguments(text: string): unknown[] {
  return steps(text)
    .flatMap((step) => Object.entries(step).flatMap(([name, given]) => (COMMAND.test(name) ? [given] : [])))
    .map((given) => (typeof given === 'object' ? { ...(given as Mapping), stdin: undefined } : given))
    .filter((given) => JSON.stringify(given).includes('secrets'));
}

/** A service could put a link in the place of a folder. Root would then give it what is behind the link. */
function followedFolders(text: string): unknown[] {
  return steps(text)
    .map((step) => step['ansible.builtin.file'] as Mapping | undefined)
    .filter((file) => file?.state === 'directory' && (file.owner ?? file.group) !== undefined)
    .filter((file) => file?.follow !== false);
}

const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

test.each(FILES)('%s gives no program a secret as an argument', (file) => {
  expect(secretArguments(read(file))).toEqual([]);
});

test.each(FILES)('%s gives no service a folder behind a link', (file) => {
  expect(followedFolders(read(file))).toEqual([]);
});

test('both mistakes would be found', () => {
  expect(FILES.length).toBeGreaterThan(12);
  const backend = read('roles/backend/tasks/main.yml');
  const asArgument = backend.replace(/stdin: ("\{\{ secrets.*)/, 'argv: [x, $1]');
  expect(secretArguments(asArgument)).toHaveLength(1);
  expect(followedFolders(backend.replace('follow: false', 'follow: true'))).toHaveLength(1);
});
