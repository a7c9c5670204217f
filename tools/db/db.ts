import { join, relative } from 'node:path';
import { runCommand } from '../command/run-command.ts';
import { UserError } from '../command/user-error.ts';
import { writeNextMigration } from './write-next-migration.ts';

const ROOT = join(import.meta.dirname, '../..');

/** `run db diff <name>`: writes the next migration from what the schemas declare. */
runCommand(async () => {
  const [command, name, ...rest] = process.argv.slice(2);
  if (command !== 'diff' || !name || rest.length > 0) {
    throw new UserError(
      'Usage: npx -y pnpm@12 run db diff <name>, as in: npx -y pnpm@12 run db diff add_region',
    );
  }
  const { files, left } = await writeNextMigration(join(ROOT, 'supabase'), name);
  if (files.length === 0 && left.length === 0) {
    console.log('Nothing to write: the schemas and the migrations build the same database.');
    return;
  }
  for (const file of files)
    console.log(`Wrote ${relative(ROOT, file)}. Read it: changes of rows need statements written by hand.`);
  if (left.length > 0) {
    throw new UserError(
      `Write the rest of the migration by hand. It does not yet contain: ${left.join('; ')}`,
    );
  }
});
