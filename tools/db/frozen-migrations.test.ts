import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  BASELINE,
  freezeMigrations,
  migrationProblems,
  refuseUnfrozen,
  writeBaseline,
} from './frozen-migrations.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');
const STALE = 'migrations/ is not what the schemas declare: npx -y pnpm@12 run db diff';

let dir: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'corvane-db-'));
  for (const name of ['config.toml', 'schemas', 'migrations'])
    cpSync(join(SUPABASE, name), join(dir, name), { recursive: true });
  writeBaseline(dir);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const migration = (name: string) => join(dir, 'migrations', name);
const HARMLESS = "set local lock_timeout = '3s';\nselect 1;";
const migrations = () => readdirSync(join(dir, 'migrations')).sort();

test('the migrations of this repository are as declared, and as frozen', () => {
  expect(migrationProblems(SUPABASE)).toEqual([]);
});

test('until something is frozen, a changed schema is written into the one migration', () => {
  expect(writeBaseline(dir)).toBeNull();
  appendFileSync(join(dir, 'schemas/sales.sql'), '\ncreate table private.regions (name text primary key);\n');
  writeFileSync(migration('20261128000000_other.sql'), 'select 1;');
  expect(migrationProblems(dir)).toEqual([STALE]);
  expect(() => freezeMigrations(dir)).toThrow(STALE);
  expect(writeBaseline(dir)).toBe(migration(BASELINE));
  expect(migrations()).toEqual([BASELINE]);
  expect(migrationProblems(dir)).toEqual([]);
});

test('a frozen migration cannot be changed, removed or preceded, and others follow it', () => {
  expect(() => refuseUnfrozen(dir)).toThrow(`Not to be deployed: migrations/${BASELINE} may still change.`);
  expect(freezeMigrations(dir)).toEqual([BASELINE]);
  expect(() => refuseUnfrozen(dir)).not.toThrow();
  expect(freezeMigrations(dir)).toEqual([]);
  const [next, early] = ['29990101000000_add_region.sql', '20000101000000_early.sql'];
  writeFileSync(migration(next), HARMLESS);
  expect(migrationProblems(dir)).toEqual([]);
  expect(() => refuseUnfrozen(dir)).toThrow(`migrations/${next} may still change`);
  expect(freezeMigrations(dir)).toEqual([next]);

  writeFileSync(migration(early), HARMLESS);
  appendFileSync(migration(next), 'select 2;');
  rmSync(migration(BASELINE));
  const problems = [
    `migrations/${BASELINE} is frozen, and missing`,
    `migrations/${next} is frozen, and was changed`,
    `migrations/${early} comes before ${next}, which is frozen`,
  ];
  expect(migrationProblems(dir)).toEqual(problems);
  expect(() => freezeMigrations(dir)).toThrow(problems[0]);
  expect(() => refuseUnfrozen(dir)).toThrow(problems[0]);
});

/** Regression: only the name was looked up, so a changed file was deployed. */
test('a frozen migration that was changed is not deployed', () => {
  freezeMigrations(dir);
  appendFileSync(migration(BASELINE), 'select 1;');
  expect(() => refuseUnfrozen(dir)).toThrow(`migrations/${BASELINE} is frozen, and was changed`);
});

test('a migration that would keep people waiting is not frozen', () => {
  freezeMigrations(dir);
  writeFileSync(
    migration('29990101000000_add_index.sql'),
    `${HARMLESS}\ncreate index n on public.reps (name);`,
  );
  expect(() => freezeMigrations(dir)).toThrow(/add_index\.sql: create index n .* create index concurrently$/);
});

test.each([
  [['diff', '--check'], 'run db diff, without a name'],
  [['freeze', '--chek'], 'Usage: '],
  [['toString'], 'Usage: '],
])('`db %s` is refused in one line', (words, message) => {
  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'db.ts'), ...words], {
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stderr).toContain(message);
});
