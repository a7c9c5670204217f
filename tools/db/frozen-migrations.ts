import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';
import { schemaFiles } from './declared-schema.ts';
import { frozenOnMain } from './frozen-on-main.ts';
import { longLocks } from './migration-rules.ts';
import type { Migration } from './sql-statements.ts';

/** Migrations that a deployed database may have, with the SHA-256 of each. What main had frozen is, also without it. */
const FROZEN_FILE = 'frozen-migrations.json';
export const BASELINE = '20261127160000_baseline.sql';

const HEADER = `-- The whole database as supabase/schemas/ declares it, written by \`npx -y pnpm@12 run db diff\`. Read it there.
-- Each change of the schemas writes it again, until \`npx -y pnpm@12 run db freeze\`.
`;

export function hasFrozen(supabaseDir: string): boolean {
  return frozenMigrations(supabaseDir).length > 0;
}

function baselineOf(supabaseDir: string): string {
  const texts = schemaFiles(supabaseDir).map((file) => readFileSync(join(supabaseDir, file), 'utf8').trim());
  return `${[HEADER, ...texts].join('\n')}\n`;
}

/**
 * Before anything is frozen: makes the one migration of what the schemas declare.
 * @returns its path, or null when it is there already
 * @throws UserError once something is frozen, and not as it was
 */
export function writeBaseline(supabaseDir: string): string | null {
  const [problem] = migrationProblems(supabaseDir);
  if (problem === undefined) return null;
  if (hasFrozen(supabaseDir)) throw new UserError(problem);
  const text = baselineOf(supabaseDir);
  for (const file of migrationsIn(supabaseDir)) rmSync(join(supabaseDir, 'migrations', file));
  const file = join(supabaseDir, 'migrations', BASELINE);
  writeFileSync(file, text);
  return file;
}

/**
 * What is wrong with the files of `migrations/`, one line each. Until something is frozen, they are the baseline alone.
 * Afterwards no frozen file may change, and each other file comes after them and locks shortly.
 */
export function migrationProblems(supabaseDir: string): string[] {
  const present = migrationsIn(supabaseDir);
  if (!hasFrozen(supabaseDir)) {
    const isBaseline =
      present.join() === BASELINE && textOf(supabaseDir, BASELINE) === baselineOf(supabaseDir);
    return isBaseline ? [] : ['migrations/ is not what the schemas declare: npx -y pnpm@12 run db diff'];
  }
  const frozen = readFrozen(supabaseDir);
  const newest = frozenMigrations(supabaseDir).at(-1) ?? '';
  const listed = readList(supabaseDir);
  return [
    ...Object.keys(frozen)
      .filter((file) => listed[file] !== frozen[file])
      .map((file) => `${FROZEN_FILE} differs from main's in migrations/${file}`),
    ...Object.keys(frozen)
      .filter((file) => !present.includes(file))
      .map((file) => `migrations/${file} is frozen, and missing`),
    ...present
      .filter((file) => file in frozen && frozen[file] !== hashOf(supabaseDir, file))
      .map((file) => `migrations/${file} is frozen, and was changed`),
    ...present
      .filter((file) => !(file in frozen) && file < newest)
      .map((file) => `migrations/${file} comes before ${newest}, which is frozen`),
    ...lockProblems(supabaseDir, []),
  ];
}

/** What would keep people waiting in files that may change, and in drafts. No one waits until something is frozen. */
export function lockProblems(supabaseDir: string, drafts: readonly Migration[]): string[] {
  const later = hasFrozen(supabaseDir) ? unfrozenMigrations(supabaseDir) : [];
  const read = (file: string) => ({ file, text: textOf(supabaseDir, file) });
  const frozen = migrationsIn(supabaseDir).filter((file) => !later.includes(file));
  return longLocks([...later.map(read), ...drafts], frozen.map(read));
}

/**
 * Notes each migration that is there as one that a deployed database has.
 * @returns the files that were not frozen before
 * @throws UserError when the files are not as they should be. Nothing is noted then.
 */
export function freezeMigrations(supabaseDir: string): string[] {
  const [problem] = migrationProblems(supabaseDir);
  if (problem !== undefined) throw new UserError(problem);
  const added = unfrozenMigrations(supabaseDir);
  const all = Object.fromEntries(migrationsIn(supabaseDir).map((file) => [file, hashOf(supabaseDir, file)]));
  const list = join(supabaseDir, FROZEN_FILE);
  writeFileSync(`${list}.part`, `${JSON.stringify(all, null, 2)}\n`);
  renameSync(`${list}.part`, list);
  return added;
}

/** @throws UserError when a file of `migrations/` is not as it was frozen, or may still change. */
export function refuseUnfrozen(supabaseDir: string): void {
  const unfrozen = unfrozenMigrations(supabaseDir).map((file) => `migrations/${file} may still change`);
  const [problem] = [...migrationProblems(supabaseDir), ...unfrozen];
  if (problem !== undefined)
    throw new UserError(`Not to be deployed: ${problem}. Run db freeze, and commit the list.`);
}

/** Files that may still change, so that no deployed database may have them. */
function unfrozenMigrations(supabaseDir: string): string[] {
  const frozen = readFrozen(supabaseDir);
  return migrationsIn(supabaseDir).filter((file) => !(file in frozen));
}

/** Files that a deployed database may have, oldest first. */
export function frozenMigrations(supabaseDir: string): string[] {
  return Object.keys(readFrozen(supabaseDir)).sort();
}

function readFrozen(supabaseDir: string): Record<string, string> {
  return { ...readList(supabaseDir), ...frozenOnMain(supabaseDir, FROZEN_FILE) };
}

function readList(supabaseDir: string): Record<string, string> {
  const list = join(supabaseDir, FROZEN_FILE);
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {};
}

function migrationsIn(supabaseDir: string): string[] {
  return readdirSync(join(supabaseDir, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .sort();
}

function textOf(supabaseDir: string, file: string): string {
  return readFileSync(join(supabaseDir, 'migrations', file), 'utf8');
}

function hashOf(supabaseDir: string, file: string): string {
  return createHash('sha256').update(textOf(supabaseDir, file)).digest('hex');
}
