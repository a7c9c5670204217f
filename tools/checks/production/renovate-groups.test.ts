import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { APPS } from '../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

interface Rule {
  groupName: string | null;
  matchPackageNames?: string[];
}

const readJson = (file: string) => JSON.parse(readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8'));
const { packageRules } = readJson('renovate.json') as { packageRules: Rule[] };
const dependenciesOf = (...folders: string[]) =>
  folders
    .flatMap((folder) => Object.keys(readJson(`${folder}/package.json`).dependencies ?? {}))
    .filter((name) => !name.startsWith('@corvane/'));

const namesOf = (group: string) =>
  packageRules.find(({ groupName }) => groupName === group)?.matchPackageNames ?? [];
/** Whether a name of Renovate's, which may end with `**`, means this package. */
const means = (name: string, dependency: string) =>
  name.endsWith('**') ? dependency.startsWith(name.slice(0, -2)) : dependency === name;

const IN_BROWSERS = dependenciesOf(...APPS, 'shared');
// Deno runs them, so it belongs to them.
const IN_FUNCTIONS = ['deno', ...dependenciesOf('supabase')];

/** Regression: the group of browsers held supabase-js, which only the Edge Functions import. */
test.each([
  ['browser', IN_BROWSERS],
  ['edge functions', IN_FUNCTIONS],
])('the group "%s" of Renovate names only packages that run there', (group, dependencies) => {
  const names = namesOf(group);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !dependencies.some((dependency) => means(name, dependency)))).toEqual([]);
});

test('pnpm judges packages by the Node that is installed, also after an update of it', () => {
  const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');
  const [, version] = /^nodeVersion: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
  expect(read('pnpm-lock.yaml')).toContain(`\n  node@${version}:\n`);
});

test('every package of a browser or of a function is in one of the two groups', () => {
  const names = [...namesOf('browser'), ...namesOf('edge functions')];
  expect(
    [...IN_BROWSERS, ...IN_FUNCTIONS].filter((dependency) => !names.some((name) => means(name, dependency))),
  ).toEqual([]);
});
