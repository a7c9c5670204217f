import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeMounting, describeNeeding } from '@corvane/tools/machine/describe-needing';
import { expect, test } from 'vitest';
import { newestMigration } from '../newest-migration.ts';
import { useBackups } from './backup-fixture.ts';

describeNeeding('postgresql', 'what is refused of backups', () => {
  const { source, key, backup, inFolder, ops, newDatabase, digests, restore } = useBackups();

  /** The backup with something wrong in it. */
  async function harmed(harm: (copy: string) => Promise<void>): Promise<string> {
    const copy = await mkdtemp(inFolder('harmed-'));
    await cp(backup(), copy, { recursive: true });
    await harm(copy);
    return copy;
  }

  test.each<[string, (copy: string) => Promise<void>, RegExp]>([
    [
      'a torn file',
      (copy) => truncate(path.join(copy, 'database.dump.age'), 1_000),
      /^The backup is incomplete: \S+database\.dump\.age has 1000 of \d+ bytes$/,
    ],
    [
      'a file that ends early, with a checksum that fits',
      async (copy) => {
        const file = path.join(copy, 'database.dump.age');
        const part = (await readFile(file)).subarray(0, -1_000);
        await writeFile(file, part);
        const manifest = JSON.parse(await readFile(path.join(copy, 'backup.json'), 'utf8'));
        const sha256 = createHash('sha256').update(part).digest('hex');
        manifest.files[0] = { ...manifest.files[0], bytes: part.length, sha256 };
        await writeFile(path.join(copy, 'backup.json'), JSON.stringify(manifest));
      },
      /^(The backup cannot be read|pg_restore failed): /,
    ],
    [
      'a missing file',
      (copy) => rm(path.join(copy, 'database.dump.age')),
      /^The backup is incomplete: \S+ is missing$/,
    ],
    [
      'a torn description',
      (copy) => truncate(path.join(copy, 'backup.json'), 100),
      /^The backup is incomplete: backup\.json of \S+ is not complete$/,
    ],
    [
      'a changed byte',
      async (copy) => {
        const file = path.join(copy, 'database.dump.age');
        const bytes = await readFile(file);
        bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
        await writeFile(file, bytes);
      },
      /^The backup is damaged: \S+ has another checksum/,
    ],
    [
      'another schema version',
      async (copy) => {
        const file = path.join(copy, 'backup.json');
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replace(`"${newestMigration()}"`, '"20260101000000"'));
      },
      /^The backup is of migration 20260101000000, this checkout is at \d{14}\. Restore with commit [0-9a-f]{12}, then migrate\.$/,
    ],
    [
      'rows that are not those of the description',
      async (copy) => {
        const file = path.join(copy, 'backup.json');
        const manifest = JSON.parse(await readFile(file, 'utf8'));
        manifest.tables.find(({ rows }: { rows: number }) => rows > 0).rows += 1;
        await writeFile(file, JSON.stringify(manifest));
      },
      /^The restored rows differ from the backup's, so nothing was restored: \S+ has [\d,]+ rows?, not [\d,]+$/,
    ],
    [
      'no backup at all',
      (copy) => rm(path.join(copy, 'backup.json')),
      /is not a backup: it has no backup\.json$/,
    ],
  ])('%s is one clear line, and nothing is restored', async (_case, harm, line) => {
    const target = await newDatabase();
    await expect(restore(await harmed(harm), target)).rejects.toThrow(line);
    expect(await digests(target)).toEqual([]);
  });

  test('another key is one clear line, and nothing is restored', async () => {
    const target = await newDatabase();
    await ops(['backup', 'key', '--out', inFolder('other.key')]);
    const asked = ops(['restore', '--from', backup(), '--key', inFolder('other.key')], target);
    await expect(asked).rejects.toThrow('The backup was made for another key than those in the key file');
    expect(await digests(target)).toEqual([]);
    await expect(ops(['backup', 'key', '--out', key()])).rejects.toThrow('already exists');
  });

  test.each<[string, string, NodeJS.ProcessEnv, RegExp]>([
    ['no database', '', {}, /^DATABASE_URL is not set$/],
    ['no URL', 'localhost', {}, /^DATABASE_URL must be like postgres:/],
    [
      'a server that is away',
      'postgres://postgres@127.0.0.1:9/corvane',
      {},
      /^The database of DATABASE_URL does not answer/,
    ],
    ['no recipient', 'source', { BACKUP_RECIPIENT: undefined }, /^BACKUP_RECIPIENT is not set$/],
    [
      'a wrong recipient',
      'source',
      { BACKUP_RECIPIENT: 'age1abc' },
      /^BACKUP_RECIPIENT must be a public key/,
    ],
  ])('with %s there is one clear line, and no backup', async (_case, url, env, line) => {
    const to = await mkdtemp(inFolder('none-'));
    const asked = ops(['backup', '--to', to], url === 'source' ? source() : url, env);
    await expect(asked).rejects.toThrow(line);
    expect(await readdir(to)).toEqual([]);
  });

  test.each<[string, (own: URL) => string, RegExp]>([
    ['no database', () => '', /^DATABASE_URL is not set$/],
    ['no URL', () => 'localhost', /^DATABASE_URL must be like postgres:/],
    [
      'a URL without a database',
      (own) => Object.assign(new URL(own), { pathname: '/' }).href,
      /^DATABASE_URL (?:must be|names no database)/,
    ],
    [
      'another port',
      () => 'postgres://postgres@127.0.0.1:9/x',
      /^The database of DATABASE_URL does not answer/,
    ],
    [
      'a database that is not there',
      (own) => new URL('/nowhere', own).href,
      /^The database of DATABASE_URL does not answer/,
    ],
    [
      'an unknown role',
      (own) => Object.assign(new URL(own), { username: 'nobody' }).href,
      /^The database of DATABASE_URL does not answer/,
    ],
  ])('a restore with %s is one clear line', async (_case, urlOf, line) => {
    const asked = restore(backup(), urlOf(new URL(source())));
    await expect(asked).rejects.toThrow(line);
    await expect(asked).rejects.not.toThrow(/\n/);
  });

  test('an empty database is refused as a backup of the site', async () => {
    const to = await mkdtemp(inFolder('none-'));
    await expect(ops(['backup', '--to', to], await newDatabase())).rejects.toThrow('migrate it first');
    expect(await readdir(to)).toEqual([]);
  });

  describeMounting('on a disk that is full', () => {
    test('there is one clear line, and no part of a backup', async () => {
      const to = await mkdtemp(inFolder('full-'));
      expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', to]).status).toBe(0);
      try {
        await expect(ops(['backup', '--to', to])).rejects.toThrow(/could not be stored: the disk is full$/);
        expect(await readdir(to)).toEqual([]);
      } finally {
        spawnSync('umount', [to]);
      }
    });
  });
});
