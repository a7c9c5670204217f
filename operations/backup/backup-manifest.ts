import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseJson } from '@corvane/tools/command/parse-json';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { checkSum } from './sealed-file.ts';

export const MANIFEST_FILE = 'backup.json';

const manifestSchema = z.object({
  format: z.literal(1),
  /** Its folder: the instant, UTC. */
  name: z.string(),
  /** UTC ISO 8601. */
  madeAt: z.string(),
  /** Newest migration in the database, 14 digits. */
  newestMigration: z.string(),
  /** Commit of the checkout that made it. Null without Git. */
  commit: z.string().nullable(),
  /** Of the server, such as `15.8`. */
  postgresVersion: z.string(),
  /** Roles that own something in it, beside those that migrations make. */
  owners: z.array(z.string()),
  /** Of each table, at the instant of the dump. */
  tables: z.array(z.object({ name: z.string(), rows: z.number().int(), digest: z.string() })),
  files: z.array(
    z.object({ name: z.string().regex(/^[\w.-]+$/), bytes: z.number().int(), sha256: z.string() }),
  ),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

/**
 * Reads a backup's description, and compares every file with it.
 * @throws UserError when it is no backup, or a torn or damaged one.
 */
export async function readWholeBackup(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, MANIFEST_FILE), 'utf8').catch(() => {
    throw new UserError(`${folder} is not a backup: it has no ${MANIFEST_FILE}`);
  });
  const manifest = manifestSchema.safeParse(parseJson(text));
  if (!manifest.success)
    throw new UserError(`The backup is incomplete: ${MANIFEST_FILE} of ${folder} is not complete`);
  for (const file of manifest.data.files) await checkSum(path.join(folder, file.name), file);
  return manifest.data;
}
