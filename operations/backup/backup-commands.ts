import { existsSync } from 'node:fs';
import { counted } from '@corvane/shared/lib/counted';
import { UserError } from '@corvane/tools/command/user-error';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { OpsCommands, OpsContext } from '../command-line/ops-command.ts';
import { required } from '../command-line/required-option.ts';
import { writeWhole } from '../command-line/write-whole.ts';
import { BACKUP_NAME, makeBackup } from './make-backup.ts';
import { restoreDatabase } from './restore-backup.ts';
import { drillRestore } from './restore-drill.ts';
import { readIdentities } from './sealed-file.ts';

/** Backups of the database. They need no project: `DATABASE_URL` names the database. */
export const BACKUP_COMMANDS: OpsCommands = {
  'backup key': {
    options: ['out'],
    explains: 'makes the key of backups: writes the secret half to a file, prints BACKUP_RECIPIENT',
    async run({ options, print }) {
      const out = required(options, 'out');
      if (existsSync(out)) throw new UserError(`${out} already exists. A new key cannot open old backups`);
      const identity = await generateIdentity();
      await writeWhole(out, `${identity}\n`);
      print(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
    },
  },
  'backup recipient': {
    options: ['key'],
    explains: 'prints BACKUP_RECIPIENT of a key that was made before',
    async run({ options, print }) {
      const [identity = ''] = await readIdentities(required(options, 'key'));
      print(`BACKUP_RECIPIENT=${await identityToRecipient(identity)}`);
    },
  },
  backup: {
    options: ['to', 'keep'],
    explains: 'backs up the database of DATABASE_URL, for the key of BACKUP_RECIPIENT',
    async run({ options, env, print }) {
      const keep = options.keep === undefined ? null : Number(options.keep);
      if (keep !== null && !(Number.isInteger(keep) && keep > 0))
        throw new UserError(`--keep must be a whole number from 1 on, not "${options.keep}"`);
      const startedAt = performance.now();
      const { folder, manifest } = await makeBackup({
        databaseUrl: variable(env, 'DATABASE_URL'),
        recipient: variable(env, 'BACKUP_RECIPIENT'),
        to: required(options, 'to'),
        keep,
      });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
      print(
        `${folder}: ${counted(rows, 'row')} at migration ${manifest.newestMigration}, ${kilobytes(bytes)}, ${since(startedAt)}`,
      );
    },
  },
  restore: {
    options: ['from', 'key'],
    flags: ['replace'],
    explains: 'restores a backup into the empty database of DATABASE_URL; --replace empties it first',
    async run({ options, env, print, confirm }) {
      const identities = await readIdentities(required(options, 'key'));
      const startedAt = performance.now();
      const manifest = await restoreDatabase({
        from: required(options, 'from'),
        identities,
        databaseUrl: variable(env, 'DATABASE_URL'),
        confirmReplacing: options.replace === undefined ? null : confirm,
      });
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      print(`Restored and compared ${counted(rows, 'row')} of ${manifest.madeAt}, ${since(startedAt)}`);
    },
  },
  'restore drill': {
    options: ['from', 'key'],
    explains: 'restores a backup into a PostgreSQL of its own, compares every row, and removes it again',
    async run({ options, env, print }) {
      const identities = await readIdentities(required(options, 'key'));
      const databaseUrl = env.DATABASE_URL || null;
      const { manifest, rows, tookMs } = await drillRestore(
        required(options, 'from'),
        identities,
        databaseUrl,
      );
      print(
        `${manifest.name}: ${counted(rows, 'row')} in ${counted(manifest.tables.length, 'table')} restored and compared in ${(tookMs / 1000).toFixed(1)} s`,
      );
      if (databaseUrl === null)
        print(
          `The doctor cannot see it. Where the project's key is: npx -y pnpm@12 run ops restore drilled --backup ${manifest.name}`,
        );
    },
  },
  'restore drilled': {
    options: ['backup'],
    explains: 'notes for the doctor that a backup was drilled on a machine that does not reach the database',
    async run({ api, options, print }) {
      const name = required(options, 'backup');
      if (!BACKUP_NAME.test(name))
        throw new UserError(`--backup must be the name of a backup, not "${name}"`);
      await api.rpc('record_upkeep_run', { job_param: 'restore_drill', detail_param: { name } });
      print(`The drill of ${name} is noted.`);
    },
  },
};

function variable(env: OpsContext['env'], name: string): string {
  const value = env[name];
  if (!value) throw new UserError(`${name} is not set`);
  return value;
}

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1000)} kB`;
const since = (startedAt: number) => `in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
