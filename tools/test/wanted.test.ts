import { existsSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { APPS } from '../workspace/apps.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { seedOf } from './seed.ts';
import { readWanted } from './wanted.ts';

describe('what the words of the command choose', () => {
  const STAGES = [
    ...['static', 'applications', 'server', 'database'].map((name) => ({ name })),
    { name: 'postgres', deep: true as const },
    ...['site', 'engines', 'journeys', 'attacks'].map((name) => ({ name })),
  ];
  const chosen = (line: string) => readWanted(line.split(' ').filter(Boolean), STAGES);

  test.each([
    ['', false, 'static applications server database site engines journeys attacks'],
    ['deep', true, 'static applications server database postgres site engines journeys attacks'],
    ['journeys static', false, 'journeys static'],
    ['postgres', false, 'postgres'],
    ['deep database', true, 'database'],
    ['marketing', false, 'static applications server site journeys'],
    ['backend', false, 'static server database site journeys attacks'],
    ['deep backend', true, 'static server database postgres site journeys attacks'],
  ])('"test %s"', (line, deep, stages) => {
    expect(chosen(line)).toMatchObject({ deep, stages: stages.split(' ') });
  });

  test.each([...APPS, 'backend'])('%s names tests and journeys that exist', (app) => {
    const { tests = [], journeys = [] } = chosen(app).part ?? {};
    const files = [
      ...tests,
      ...journeys.map((place) => `e2e/${place}${place.endsWith('/') ? '' : '.spec.ts'}`),
    ];
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => !existsSync(path.join(WORKSPACE_ROOT, file)))).toEqual([]);
  });

  test.each([
    ['shop', 'There is no stage or application "shop". Stages: static, '],
    ['static host', 'There is no stage or application "host"'],
    ['host static', '"test host" takes no "static"'],
    ['static deep', 'There is no stage or application "deep"'],
  ])('"test %s" is refused', (line, message) => {
    expect(() => chosen(line)).toThrow(message);
  });
});

describe('the seed', () => {
  const keptFile = async () =>
    path.join(await mkdtemp(path.join(tmpdir(), 'corvane-seed-')), 'new/test-seed');

  test('goes up by one from run to run', async () => {
    const file = await keptFile();
    const first = seedOf({}, file);
    expect(first).toBeGreaterThan(0);
    expect([seedOf({}, file), seedOf({}, file)]).toEqual([first + 1, first + 2]);
    await writeFile(file, 'no number');
    expect(seedOf({}, file)).toBe(first);
  });

  test('of the environment comes first, and is not kept', async () => {
    const file = await keptFile();
    expect(seedOf({ TEST_SEED: '12', GITHUB_RUN_NUMBER: '3' }, file)).toBe(12);
    expect(seedOf({ TEST_SEED: '0' }, file)).toBe(0);
    expect(seedOf({ TEST_SEED: '', GITHUB_RUN_NUMBER: '3' }, file)).toBe(3);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test.each(['x', '-1', '1.5', '1e3', '12345678901'])('"%s" is refused', (seed) => {
    expect(() => seedOf({ TEST_SEED: seed })).toThrow(`TEST_SEED must be a whole number, not "${seed}"`);
  });
});
