import { join, relative } from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { compareWithMigrations } from './compare-with-migrations.ts';
import { freezeMigrations, hasFrozen, writeBaseline } from './frozen-migrations.ts';
import { writeNextMigration } from './write-next-migration.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOTHING = 'Nothing to write: the schemas and the migrations build the same database.';

const USAGE = 'Usage: npx -y pnpm@12 run db diff [<name>] | freeze';

/**
 * `run db diff` writes the baseline from what the schemas declare, until `run db freeze`. From then on `run db diff
 * <name>` writes the next migration.
 */
runCommand(async () => {
  const [command, name, ...rest] = process.argv.slice(2);
  const directory = join(ROOT, 'supabase');
  if (rest.length > 0 || !(command === 'diff' || (command === 'freeze' && name === undefined)))
    throw new UserError(USAGE);
  if (command === 'freeze') return freeze(directory);
  if (hasFrozen(directory)) return writeNext(directory, name);
  if (name !== undefined)
    throw new UserError(
      'Until something is frozen, the baseline is the only migration: run db diff, without a name.',
    );
  const file = writeBaseline(directory);
  console.log(file === null ? NOTHING : `Wrote ${relative(ROOT, file)}.`);
});

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
