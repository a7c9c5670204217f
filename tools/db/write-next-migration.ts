import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';
import { openDatabase } from '../stack/backend/engine/database.ts';
import { NO_TRANSACTION, runMigration } from '../stack/backend/engine/migrate.ts';
import { compareWithMigrations, watchData } from './compare-with-migrations.ts';
import { describeDatabase, differences } from './describe-database.ts';
import { draftMigration } from './draft-migration.ts';
import { lockProblems } from './frozen-migrations.ts';
import { limitOf } from './migration-rules.ts';

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Far below what file systems allow. */
const NAME_MAX_LENGTH = 60;

interface WrittenMigration {
  /** Paths of the new files, oldest first. Empty when there is nothing to write. */
  files: string[];
  /** The remaining differences, for a person to complete. */
  left: string[];
}

/**
 * Writes the difference between schemas and migrations to `migrations/<now>_<name>.sql`, after a test on a database.
 * @param now decides the version. The file always follows the newest that is there.
 * @throws UserError for a bad name, a schema or migration that cannot be run, and a change that keeps people waiting.
 *   Nothing is written then.
 */
export async function writeNextMigration(
  supabaseDir: string,
  name: string,
  now = new Date(),
): Promise<WrittenMigration> {
  if (!NAME.test(name) || name.length > NAME_MAX_LENGTH) {
    throw new UserError(
      `"${name}" cannot name a migration. Use at most ${NAME_MAX_LENGTH} lower case letters, digits and single underscores, as in add_region.`,
    );
  }
  return compareWithMigrations(supabaseDir, async (comparison) => {
    if (comparison.differences.length === 0) return { files: [], left: [] };
    const drafts = draftMigration(comparison.migratedUrl, comparison.declaredUrl);
    const folder = join(supabaseDir, 'migrations');
    const newest = readdirSync(folder).sort().at(-1)?.slice(0, 14) ?? '';
    const first = nextVersion(now, newest);
    const written = drafts.map((draft, index) => {
      const part = drafts.length > 1 ? `_${index + 1}` : '';
      const version = versionOf(new Date(first.getTime() + index * 1000));
      return { file: `${version}_${name}${part}.sql`, text: migrationOf(name, draft) };
    });
    const [problem] = lockProblems(supabaseDir, written);
    if (problem !== undefined) throw new UserError(`Nothing was written. ${problem}`);

    const migrated = await openDatabase(comparison.migratedUrl);
    try {
      const refuseLoss = await watchData(migrated);
      for (const { file, text } of written) {
        await runMigration(migrated, text, (_sql, run) => run());
        await refuseLoss(file);
      }
    } catch (error) {
      if (error instanceof UserError) throw new UserError(`Nothing was written. ${error.message}`);
      throw new UserError(`PostgreSQL refuses the drafted migration: ${(error as Error).message}`);
    } finally {
      await migrated.close();
    }
    const left = differences(await describeDatabase(comparison.migratedUrl), comparison.declared);

    const files = written.map(({ file, text }) => {
      writeFileSync(join(folder, file), text);
      return join(folder, file);
    });
    return { files, left };
  });
}

function migrationOf(name: string, draft: string): string {
  const purpose = `-- Purpose:  ${name.replaceAll('_', ' ')}.`;
  const first = draft.startsWith(NO_TRANSACTION) ? NO_TRANSACTION : '';
  return `${first}${purpose}\n\n${limitOf(draft)};\n\n${draft.slice(first.length).trim()}\n`;
}

function versionOf(at: Date): string {
  return at.toISOString().replace(/\D/g, '').slice(0, 14);
}

/** Now, or one second after the newest migration if that has a later time. */
function nextVersion(now: Date, newest: string): Date {
  if (versionOf(now) > newest) return now;
  const [, year, month, day, hour, minute, second] = /^(.{4})(..)(..)(..)(..)(..)$/.exec(newest) ?? [];
  return new Date(Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) + 1000);
}
