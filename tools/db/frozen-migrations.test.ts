import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { gitNow } from '../process/git.ts';
import {
  BASELINE,
  freezeMigrations,
  hasFrozen,
  migrationProblems,
  refuseUnfrozen,
  writeBaseline,
} from './frozen-migrations.ts';

const SUPABASE = join(import.meta.dirname, '../../supabase');
const STALE = 'migrations/ is not what the schemas declare: npx -y pnpm@12 run db diff';

let dir: string;

beforeEach(() => {
  vi.stubEnv('GITHUB_ACTIONS', '');
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

describe('what main has frozen', () => {
  const LIST = 'frozen-migrations.json';
  const NEXT = '29990101000000_add_region.sql';
  const git = (...args: string[]) =>
    gitNow(dir, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args);
  const commit = () => {
    git('add', '--all');
    git('commit', '--quiet', '--message=a');
  };
  const push = () => git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  beforeEach(() => {
    git('init', '--quiet');
    commit();
    freezeMigrations(dir);
    commit();
    push();
    git('checkout', '--quiet', '-b', 'branch');
  });

  /** Regression: the hash was in the same checkout, so it was edited with its file. */
  test('cannot be changed together with its hash', () => {
    const list = readFileSync(join(dir, LIST), 'utf8');
    appendFileSync(migration(BASELINE), '\n-- Changed.\n');
    const hash = createHash('sha256')
      .update(readFileSync(migration(BASELINE)))
      .digest('hex');
    writeFileSync(join(dir, LIST), list.replace(/[0-9a-f]{64}/, hash));
    commit();
    const problems = [
      `${LIST} differs from main's in migrations/${BASELINE}`,
      `migrations/${BASELINE} is frozen, and was changed`,
    ];
    expect(migrationProblems(dir)).toEqual(problems);
    expect(() => refuseUnfrozen(dir)).toThrow(problems[0]);
  });

  /** Regression: without the list, a rewritten baseline was frozen under the same version. */
  test('stays frozen without its list', () => {
    appendFileSync(
      join(dir, 'schemas/sales.sql'),
      '\ncreate table private.regions (name text primary key);\n',
    );
    rmSync(join(dir, LIST));
    expect(hasFrozen(dir)).toBe(true);
    expect(() => writeBaseline(dir)).toThrow(`${LIST} differs from main's in migrations/${BASELINE}`);
    appendFileSync(migration(BASELINE), '-- Changed.');
    expect(() => freezeMigrations(dir)).toThrow(`${LIST} differs from main's in migrations/${BASELINE}`);
  });

  test('stays frozen after main itself changed it, also by a merge', () => {
    writeFileSync(migration(NEXT), HARMLESS);
    freezeMigrations(dir);
    commit();
    git('checkout', '--quiet', '-');
    git('merge', '--quiet', '--no-ff', '--message=a', 'branch');
    push();
    rmSync(join(dir, LIST));
    appendFileSync(migration(NEXT), '\n-- Changed.\n');
    commit();
    push();
    expect(migrationProblems(dir)).toContain(`migrations/${NEXT} is frozen, and was changed`);
  });

  test('of a later time does not concern a branch', () => {
    git('checkout', '--quiet', '-');
    writeFileSync(migration(NEXT), HARMLESS);
    freezeMigrations(dir);
    commit();
    push();
    git('checkout', '--quiet', 'branch');
    expect(migrationProblems(dir)).toEqual([]);
  });

  /** Regression: main's list was then taken to be empty, and nothing was frozen. */
  test('are not taken to be none where Git refuses the folder', () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1');
    expect(() => migrationProblems(dir)).toThrow('belongs to another user');
    vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', undefined);
    vi.stubEnv('PATH', dir);
    expect(() => migrationProblems(dir)).toThrow('git is not installed');
  });

  test.each([
    ['origin/main', () => git('update-ref', '-d', 'refs/remotes/origin/main')],
    ['older commits', () => writeFileSync(join(dir, '.git/shallow'), `${git('rev-parse', 'HEAD')}\n`)],
    ['Git', () => rmSync(join(dir, '.git'), { recursive: true })],
  ])('must be known to a pipeline, also without %s', (_what, lose) => {
    lose();
    expect(migrationProblems(dir)).toEqual([]);
    vi.stubEnv('GITHUB_ACTIONS', 'true');
    expect(() => migrationProblems(dir)).toThrow(/what main has frozen.*fetch-depth: 0/);
    expect(() => refuseUnfrozen(dir)).toThrow(/fetch-depth: 0/);
  });
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
