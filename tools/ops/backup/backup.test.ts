import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserError } from '../../command/user-error.ts';
import { describeDatabase, differences } from '../../db/describe-database.ts';
import { describeNeeding } from '../../machine/describe-needing.ts';
import { startThrowAwayPostgres, type ThrowAwayPostgres } from '../../machine/throw-away-postgres.ts';
import { migrate } from '../../stack/backend/migrate.ts';
import { openPostgres } from '../../stack/backend/postgres-database.ts';
import { createHostedDatabase, createPreparedDatabase } from '../../stack/backend/test-database.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { newestMigration } from '../newest-migration.ts';
import { type OpsStand, opsStand, runOps } from '../ops-stand.ts';
import { restoreDatabase } from './restore-backup.ts';
import { readIdentity } from './sealed-file.ts';
import { digestDifferences, tableDigests } from './table-digests.ts';
import { removeKilledBackups } from './unfinished-backup.ts';

const SECRET = 'kT2v9QmZx7Lw4RbN8sHcF3gJp6YdA5uE';

/** Only root may make a small file system, and not in every container. */
function canMountHere(): boolean {
  const directory = mkdtempSync(path.join(tmpdir(), 'corvane-mount-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', directory]).status === 0;
  if (mounted) spawnSync('umount', [directory]);
  return mounted;
}

describeNeeding('postgresql', 'backups on PostgreSQL', () => {
  let server: ThrowAwayPostgres;
  let stand: OpsStand;
  let source: string;
  let folder: string;
  let key: string;
  let recipient: string;
  /** A whole backup, for the tests that harm a copy of it. */
  let backup: string;

  beforeAll(async () => {
    const started = await startThrowAwayPostgres();
    if (started === null) throw new Error('PostgreSQL is missing');
    server = started;
    source = (await createPreparedDatabase(server.url)).url;
    stand = await opsStand({ env: { DATABASE_URL: source }, seed: true });
    folder = await mkdtemp(path.join(tmpdir(), 'corvane-backup-'));
    key = path.join(folder, 'backup.key');
    const [printed = ''] = await ops(['backup', 'key', '--out', key]);
    recipient = printed.replace('BACKUP_RECIPIENT=', '');
    await makeConfiguration();
    await makeSite();
    await ops(['backup', '--to', inFolder('all'), '--site', inFolder('site'), ...CONFIGURATION()]);
    const [name = ''] = await readdir(inFolder('all'));
    backup = path.join(inFolder('all'), name);
  });
  afterAll(async () => {
    await stand?.close();
    server?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const inFolder = (name: string) => path.join(folder, name);
  const CONFIGURATION = () => [
    '--configuration',
    inFolder('nginx'),
    '--functions-env',
    inFolder('functions.env'),
  ];
  const ops = (args: readonly string[], databaseUrl = source, env: NodeJS.ProcessEnv = {}) =>
    runOps(stand.connection, args, { DATABASE_URL: databaseUrl, BACKUP_RECIPIENT: recipient, ...env });
  const newDatabase = async () => (await createPreparedDatabase(server.url)).url;
  const digests = async (url: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    return tableDigests(sql).finally(() => sql.end());
  };
  const query = async (url: string, text: string) => {
    const sql = postgres(url, { max: 1, onnotice: () => undefined });
    return sql.unsafe(text).finally(() => sql.end());
  };
  /** What pg_dump says of a database. It writes `between` with other brackets once it was restored. */
  const shapeOf = async (url: string) =>
    new Map(
      [...(await describeDatabase(url))].map(([object, text]): [string, string] => [
        object,
        text.replaceAll(/[()]/g, ''),
      ]),
    );
  const restore = (from: string, url: string, ...more: string[]) =>
    ops(['restore', '--from', from, '--key', key, ...more], url);
  /** The backup with something wrong in it. */
  async function harmed(harm: (copy: string) => Promise<void>): Promise<string> {
    const copy = await mkdtemp(inFolder('harmed-'));
    await cp(backup, copy, { recursive: true });
    await harm(copy);
    return copy;
  }

  async function makeConfiguration(): Promise<void> {
    await cp(path.join(WORKSPACE_ROOT, 'nginx'), inFolder('nginx'), { recursive: true });
    const upstream = inFolder('nginx/upstream.conf');
    const shipped = await readFile(upstream, 'utf8');
    await writeFile(upstream, shipped.replace('default "";', `default "${SECRET}";`));
    await writeFile(inFolder('nginx/privkey.pem'), `PRIVATE ${SECRET}`);
    await writeFile(
      inFolder('functions.env'),
      `EDGE_SECRET=${SECRET}\nSALES_ID_PEPPER=p${SECRET}\nSITE_URL=https://corvane.example\nSMTP_PASSWORD=w${SECRET}\n`,
    );
  }
  async function makeSite(): Promise<void> {
    await mkdir(inFolder('site/states/1'), { recursive: true });
    await writeFile(inFolder('site/states/1/state.json'), '{"revision":1}');
    await symlink('states/1', inFolder('site/current'));
  }

  test('a drill restores every row and prints its time, and the doctor sees both runs', async () => {
    const lines = await ops(['restore', 'drill', '--from', backup, '--key', key]);
    expect(lines).toEqual([
      expect.stringMatching(/: \d{2,} rows in \d{2} tables restored and compared in \d+\.\d s$/),
    ]);
    console.log(`restore drill: ${lines[0]}`);
    const runs = await query(source, 'select job, detail from private.upkeep_runs order by job');
    expect(runs.map(({ job, detail }) => [job, detail.name])).toEqual([
      ['backup', path.basename(backup)],
      ['restore_drill', path.basename(backup)],
    ]);
  });

  test('a drill on a machine without the database leaves a note, which the database believes', async () => {
    await query(source, `delete from private.upkeep_runs where job = 'restore_drill'`);
    const drill = ['restore', 'drill', '--from', backup, '--key', key];
    expect((await ops(drill, '')).at(-1)).toContain('ops restore drilled --note FILE');
    await ops([...drill, '--note', inFolder('note')], '');
    // A backup that was made meanwhile changes nothing.
    await ops(['backup', '--to', inFolder('later')]);
    expect(await ops(['restore', 'drilled', '--note', inFolder('note')])).toEqual([
      `The drill of ${path.basename(backup)} is noted.`,
    ]);
    const runs = await query(source, 'select job, detail from private.upkeep_runs order by job');
    const [made, drilled] = runs.map(({ detail }) => detail);
    expect(drilled).toMatchObject({ name: path.basename(backup), rows: expect.any(Number) });
    expect(Object.keys(made.proofs)).toHaveLength(2);
    expect(made.free_percent).toBeLessThanOrEqual(100);
    const note = JSON.parse(await readFile(inFolder('note'), 'utf8'));
    expect(JSON.stringify(runs)).not.toContain(note.proof);
  });

  test('a known key says its recipient again', async () => {
    expect(await ops(['backup', 'recipient', '--key', key])).toEqual([`BACKUP_RECIPIENT=${recipient}`]);
  });

  test('a restored database has the same rights, owners, policies and rows', async () => {
    const target = await newDatabase();
    // The state of the backup: the drill above is noted after it.
    const manifest = JSON.parse(await readFile(path.join(backup, 'backup.json'), 'utf8'));
    const [line] = await restore(backup, target);
    expect(line).toMatch(/^\d+ rows of \S+ are restored and compared, in \d+\.\d s$/);
    expect(digestDifferences(manifest.tables, await digests(target))).toEqual([]);
    expect(manifest.tables.filter(({ rows }: { rows: number }) => rows > 0).length).toBeGreaterThan(8);
    expect(differences(await shapeOf(source), await shapeOf(target))).toEqual([]);
  });

  test('document root and configuration come back, without one secret', async () => {
    const target = await newDatabase();
    await restore(backup, target, '--site', inFolder('new-site'), '--configuration', inFolder('new-conf'));
    expect(await readFile(inFolder('new-site/current/state.json'), 'utf8')).toBe('{"revision":1}');
    const files = await readdir(inFolder('new-conf'), { recursive: true, withFileTypes: true });
    const texts = await Promise.all(
      files.filter((one) => one.isFile()).map((one) => readFile(path.join(one.parentPath, one.name), 'utf8')),
    );
    expect(texts.join('\n')).not.toContain(SECRET);
    expect(await readFile(inFolder('new-conf/functions.env'), 'utf8')).toBe(
      'EDGE_SECRET=\nSALES_ID_PEPPER=\nSITE_URL="https://corvane.example"\nSMTP_PASSWORD=\n',
    );
    expect(await readFile(inFolder('new-conf/nginx/upstream.conf'), 'utf8')).toContain('default "";');
    expect(files.map(({ name }) => name)).not.toContain('privkey.pem');
  });

  test('nobody can read a backup without the key, not even its maker', async () => {
    const text = await readFile(path.join(backup, 'database.dump.age'), 'latin1');
    expect(text).toMatch(/^age-encryption\.org\/v1\n/);
    expect(text).not.toContain('sales_representatives');
  });

  test('a database with data is replaced only with --replace and a yes', async () => {
    const target = await newDatabase();
    await query(target, `create table public.precious (id int); insert into public.precious values (7)`);
    await expect(restore(backup, target)).rejects.toThrow(
      /holds 1 tables and functions\. Restore into an empty/,
    );
    const refuse = () => Promise.reject(new UserError('Nothing was changed'));
    const asked = { from: backup, identity: await readIdentity(key), databaseUrl: target };
    await expect(restoreDatabase({ ...asked, confirmReplacing: refuse })).rejects.toThrow(
      'Nothing was changed',
    );
    expect(await query(target, 'select id from public.precious')).toEqual([{ id: 7 }]);
    await restore(backup, target, '--replace');
    expect(await query(target, `select to_regclass('public.precious') as gone`)).toEqual([{ gone: null }]);
    expect(differences(await shapeOf(source), await shapeOf(target))).toEqual([]);
  });

  test('the role of a hosted project, which is not a superuser, makes backups and restores them', async () => {
    const from = await createHostedDatabase(server.url);
    const database = await openPostgres(from.url);
    await migrate(database, path.join(WORKSPACE_ROOT, 'supabase/migrations')).finally(() => database.close());
    await ops(['backup', '--to', inFolder('hosted')], from.url);
    const [name = ''] = await readdir(inFolder('hosted'));
    const target = new URL(await newDatabase());
    const { username } = new URL(from.url);
    const superuser = target.href;
    await query(superuser, `alter database ${target.pathname.slice(1)} owner to ${username}`);
    await query(superuser, `grant usage on schema extensions, auth to ${username}`);
    target.username = username;
    for (const more of [[], ['--replace']])
      expect(await restore(path.join(inFolder('hosted'), name), target.href, ...more)).toHaveLength(1);
    const original = Object.assign(new URL(from.url), { username: 'postgres' }).href;
    const found = differences(await shapeOf(original), await shapeOf(superuser));
    // Default rights of the roles of the platform stay as they are.
    expect(found.filter((line) => !line.startsWith('DEFAULT ACL'))).toEqual([]);
  });

  test('a restore that fails in the middle leaves the database as it was', async () => {
    const target = await newDatabase();
    await query(target, `create type public.sales_records as enum ('in the way')`);
    await expect(restore(backup, target)).rejects.toThrow(/^psql failed: .*"sales_records" already exists$/);
    expect(await digests(target)).toEqual([]);
  });

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
      (copy) => rm(path.join(copy, 'site.tar.age')),
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
    const asked = ops(['restore', '--from', backup, '--key', inFolder('other.key')], target);
    await expect(asked).rejects.toThrow('The backup was made for another key than the one in the key file');
    expect(await digests(target)).toEqual([]);
    await expect(ops(['backup', 'key', '--out', key])).rejects.toThrow('already exists');
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
    const asked = ops(['backup', '--to', to], url === 'source' ? source : url, env);
    await expect(asked).rejects.toThrow(line);
    expect(await readdir(to)).toEqual([]);
  });

  test('the next backup removes what a killed one left, and leaves a running one alone', async () => {
    const to = await mkdtemp(inFolder('killed-'));
    // It waits in the middle for a table that somebody else holds.
    const held = postgres(source, { max: 1, onnotice: () => undefined });
    const connection = await held.reserve();
    await connection.unsafe('begin; lock table public.sales_records in access exclusive mode');
    const part = () => readdirSync(to).find((name) => name.endsWith('.part'));
    const killed = spawn(
      process.execPath,
      [path.join(WORKSPACE_ROOT, 'tools/ops/ops.ts'), 'backup', '--to', to],
      {
        env: { ...process.env, DATABASE_URL: source, BACKUP_RECIPIENT: recipient },
        stdio: 'ignore',
      },
    );
    await expect.poll(part, { timeout: 30_000 }).toBeDefined();
    const left = part() ?? '';
    expect(await removeKilledBackups(to)).toEqual([]);
    expect(part()).toBe(left);
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('close', resolve));
    await connection.unsafe('rollback');
    connection.release();
    await held.end();
    expect(part()).toBe(left);

    await ops(['backup', '--to', to]);
    expect(await readdir(to)).toEqual([expect.stringMatching(/^\d{4}-/)]);
    const [name = ''] = await readdir(to);
    expect(await readdir(path.join(to, name))).not.toContain('.lock');
  });

  test('an empty database is refused as a backup of the site', async () => {
    const to = await mkdtemp(inFolder('none-'));
    await expect(ops(['backup', '--to', to], await newDatabase())).rejects.toThrow('migrate it first');
    expect(await readdir(to)).toEqual([]);
  });

  test('two backups at once leave only complete ones; --keep removes the oldest', async () => {
    const to = await mkdtemp(inFolder('two-'));
    for (const old of ['2026-01-01T00-00-00Z', '2026-01-02T00-00-00Z']) mkdirSync(path.join(to, old));
    const both = await Promise.allSettled([ops(['backup', '--to', to]), ops(['backup', '--to', to])]);
    for (const one of both)
      if (one.status === 'rejected') expect(String(one.reason)).toContain('is being made by another backup');
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
    // A backup is named after its second.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await ops(['backup', '--to', to, '--keep', '1']);
    const left = await readdir(to);
    expect(left).toEqual([expect.stringMatching(/^\d{4}-/)]);
    expect(left[0]).not.toContain('2026-01');
  });

  const lacks = 'permission to mount a file system';
  describe.runIf(canMountHere())('on a disk that is full', { meta: { lacks } }, () => {
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
