import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';
import { openDatabase } from '../stack/backend/engine/database.ts';
import { NO_TRANSACTION, runMigration } from '../stack/backend/engine/migrate.ts';
import { compareWithMigrations } from './compare-with-migrations.ts';
import { describeDatabase, differences } from './describe-database.ts';
import { draftMigration } from './draft-migration.ts';

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Far below what file systems allow. */
const NAME_MAX_LENGTH = 60;

/** A migration that waits longer for a lock has changed nothing. Calls that queue behind it are refused meanwhile. */
const LIMIT = "set local lock_timeout = '3s';";
/** Nothing queues behind an index that is made concurrently. It waits for each call that began before. */
const PATIENT_LIMIT = "set lock_timeout = '1min';";
const DROPS = /^(?:ALTER TABLE .* DROP COLUMN |DROP TABLE |DROP FUNCTION "?public"?\."?(\w+)).*;$/gm;

interface WrittenMigration {
  /** Paths of the new files, oldest first. Empty when there is nothing to write. */
  files: string[];
  /** The remaining differences, for a person to complete. */
  left: string[];
}

/**
 * Writes the difference between schemas and migrations to `migrations/<now>_<name>.sql`, after a test on a database.
 * @param now decides the version. The file always follows the newest that is there.
 * @throws UserError for a bad name, or a schema or migration that cannot be run. Nothing is written then.
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
    refuseDrops(drafts.join('\n'), name);
    const migrated = await openDatabase(comparison.migratedUrl);
    try {
      for (const draft of drafts) await runMigration(migrated, draft, (_sql, run) => run());
    } catch (error) {
      throw new UserError(`PostgreSQL refuses the drafted migration: ${(error as Error).message}`);
    } finally {
      await migrated.close();
    }
    const left = differences(await describeDatabase(comparison.migratedUrl), comparison.declared);

    const folder = join(supabaseDir, 'migrations');
    const newest = readdirSync(folder).sort().at(-1)?.slice(0, 14) ?? '';
    const first = nextVersion(now, newest);
    const files = drafts.map((draft, index) => {
      const part = drafts.length > 1 ? `_${index + 1}` : '';
      const file = join(folder, `${versionOf(new Date(first.getTime() + index * 1000))}_${name}${part}.sql`);
      writeFileSync(file, migrationOf(name, draft));
      return file;
    });
    return { files, left };
  });
}

function migrationOf(name: string, draft: string): string {
  const purpose = `-- Purpose:  ${name.replaceAll('_', ' ')}.`;
  return draft.startsWith(NO_TRANSACTION)
    ? `${NO_TRANSACTION}${purpose}\n\n${PATIENT_LIMIT}\n\n${draft.slice(NO_TRANSACTION.length).trim()}\n`
    : `${purpose}\n\n${LIMIT}\n\n${draft}\n`;
}

/** What is live may read it. So a release that does without comes first, and only then a migration of this name. */
function refuseDrops(draft: string, name: string): void {
  // A procedure with new arguments is dropped, and made again.
  const drop = [...draft.matchAll(DROPS)].find(
    ([, procedure]) => procedure === undefined || !draft.includes(`FUNCTION public.${procedure}(`),
  );
  if (drop === undefined || name.startsWith('contract_')) return;
  throw new UserError(
    `This would take away what the live functions may still use: ${drop[0]} First release code that does without it. Then: run db diff contract_${name}`,
  );
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
