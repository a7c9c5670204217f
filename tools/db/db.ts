import { join, relative } from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { freezeDeclared } from './compare-with-migrations.ts';
import { hasFrozen, migrationProblems, refuseUnfrozen, writeBaseline } from './frozen-migrations.ts';
import { writeNextMigration } from './write-next-migration.ts';

const ROOT = join(import.meta.dirname, '../..');
const NOTHING = 'Nothing to write: the schemas and the migrations build the same database.';

/** What the words after `run db` do. A name follows `diff` once something is frozen. */
const COMMANDS = new Map<string, (directory: string, name?: string) => void | Promise<void>>([
  ['diff', (directory, name) => (hasFrozen(directory) ? writeNext : writeFirst)(directory, name)],
  ['freeze', freeze],
  ['freeze --check', refuseUnfrozen],
]);

/**
 * `run db diff` writes the baseline from what the schemas declare, until `run db freeze`. From then on `run db diff
 * <name>` writes the next migration. `--check` refuses what may still change, before a deployment.
 */
runCommand(async () => {
  const [command = '', ...names] = process.argv.slice(2);
  const run = COMMANDS.get(command === 'diff' ? command : [command, ...names].join(' '));
  if (run === undefined || names.length > 1)
    throw new UserError('Usage: npx -y pnpm@12 run db diff [<name>] | freeze [--check]');
  await run(join(ROOT, 'supabase'), names[0]);
});

function writeFirst(directory: string, name?: string): void {
  if (name !== undefined)
    throw new UserError(
      'Until `run db freeze`, before the first deployment, the baseline is the only migration: run db diff, without a name.',
    );
  const file = writeBaseline(directory);
  console.log(file === null ? NOTHING : `Wrote ${relative(ROOT, file)}.`);
}

async function freeze(directory: string): Promise<void> {
  const files = await freezeDeclared(directory);
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
