import { join, relative } from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { compareWithMigrations } from './compare-with-migrations.ts';
import {
  freezeMigrations,
  hasFrozen,
  migrationProblems,
  unfrozenMigrations,
  writeBaseline,
} from './frozen-migrations.ts';
import { writeNextMigration } from './write-next-migration.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOTHING = 'Nothing to write: the schemas and the migrations build the same database.';

const USAGE = 'Usage: npx -y pnpm@12 run db diff [<name>] | freeze [--check]';

/**
 * `run db diff` writes the baseline from what the schemas declare, until `run db freeze`. From then on `run db diff
 * <name>` writes the next migration. `--check` refuses what may still change, before a deployment.
 */
runCommand(async () => {
  const [command, name, ...rest] = process.argv.slice(2);
  const directory = join(ROOT, 'supabase');
  const isKnown = command === 'diff' || (command === 'freeze' && [undefined, '--check'].includes(name));
  if (rest.length > 0 || !isKnown) throw new UserError(USAGE);
  if (name === '--check') return refuseUnfrozen(directory);
  if (command === 'freeze') return freeze(directory);
  if (hasFrozen(directory)) return writeNext(directory, name);
  if (name !== undefined)
    throw new UserError(
      'Until `run db freeze`, before the first deployment, the baseline is the only migration: run db diff, without a name.',
    );
  const file = writeBaseline(directory);
  console.log(file === null ? NOTHING : `Wrote ${relative(ROOT, file)}.`);
});

function refuseUnfrozen(directory: string): void {
  const files = unfrozenMigrations(directory);
  if (files.length > 0)
    throw new UserError(
      `Not to be deployed, because it may still change: ${files.join(', ')}. Run db freeze, and commit the list.`,
    );
}

async function freeze(directory: string): Promise<void> {
  const differences = await compareWithMigrations(directory, async (comparison) => comparison.differences);
  if (differences[0] !== undefined)
    throw new UserError(`First run db diff: the migrations lack what the schemas declare. ${differences[0]}`);
  const files = freezeMigrations(directory);
  console.log(
    files.length === 0
      ? 'Nothing to freeze.'
      : `Frozen: ${files.join(', ')}. They never change again; commit the list.`,
  );
}

async function writeNext(directory: string, name = ''): Promise<void> {
  const [problem] = migrationProblems(directory);
  if (problem !== undefined) throw new UserError(problem);
  const { files, left } = await writeNextMigration(directory, name);
  if (files.length === 0 && left.length === 0) return console.log(NOTHING);
  for (const file of files)
    console.log(`Wrote ${relative(ROOT, file)}. Read it: changes of rows need statements written by hand.`);
  if (left.length > 0) {
    throw new UserError(
      `Write the rest of the migration by hand. It does not yet contain: ${left.join('; ')}`,
    );
  }
}
