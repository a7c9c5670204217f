import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACCESS_LINK_LIFE_SECONDS } from '@corvane/shared/contracts/backend/terms';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { backendPathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { DATABASE_TIMEOUT_MS } from '../../../supabase/functions/api/deps.ts';
import { seededDatabase } from '../../../supabase/tests/fixtures/database-template.ts';
import { UserError } from '../../command/user-error.ts';
import { type Backend, type BackendOptions, startBackend } from './backend.ts';
import { openDatabase } from './engine/database.ts';
import type { TestDatabase } from './schema/test-database.ts';
import { startLines } from './start-lines.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../supabase/migrations');

let dir: string;
let database: TestDatabase;
/** On a copy of a seeded database, on the server of the tests. */
let options: BackendOptions;
/** With the embedded server. One data directory serves all tests: making one takes seconds. */
let embedded: BackendOptions;

beforeAll(() => {
  const parent = mkdtempSync(join(tmpdir(), 'corvane-embedded-'));
  chmodSync(parent, 0o711);
  embedded = {
    dataDir: join(parent, 'data'),
    siteUrl: 'http://localhost:8080',
    env: {},
    seed: true,
    log: () => undefined,
  };
});
afterAll(() => rmSync(join(embedded.dataDir, '..'), { recursive: true, force: true }));

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'corvane-stack-'));
  database = await seededDatabase();
  cpSync(MIGRATIONS, join(dir, 'migrations'), { recursive: true });
  options = {
    dataDir: join(dir, 'data'),
    siteUrl: 'http://localhost:8080',
    env: { DATABASE_URL: database.url },
    seed: true,
    log: () => undefined,
    migrationsDir: join(dir, 'migrations'),
  };
});

afterEach(async () => {
  await database.drop();
  rmSync(dir, { recursive: true, force: true });
});

async function expectUserError(start: Promise<unknown>, message: RegExp) {
  const error = await start.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(UserError);
  expect((error as Error).message).toMatch(message);
  expect((error as Error).message).not.toContain('\n');
}

test('data, keys and credentials outlive a restart', async () => {
  const first = await startBackend(embedded);
  await first.sql(`update public.sales_representatives set name = 'Renamed' where email like 'dana%'`);
  await first.sql(`delete from public.pricing_reveals`);
  await first.close();
  const second = await startBackend(embedded);
  expect([second.publishableKey, second.secretKey]).toEqual([first.publishableKey, first.secretKey]);
  const request = new Request(`http://localhost:8080${backendPathOf('sign-in-rep')}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ salesId: second.demo.salesIds[0] }),
  });
  const grant = await (await second.fetch(request, { ip: '127.0.0.1' })).json();
  expect(grant.actor.rep.name).toBe('Renamed');
  expect(await second.healthy()).toBe(true);
  await second.close();
});

test('the sales IDs that `start` prints are those of two representatives and a manager', async () => {
  const backend = await startBackend(options);
  const lines = startLines('http://localhost:8080', backend.demo);
  const salesIds = /^ {2}Sales IDs +(\S+), (\S+) /m.exec(lines)?.slice(1) ?? [];
  const managerId = /^ {2}Manager +(\S+) /m.exec(lines)?.[1];
  const people = await Promise.all(
    [...salesIds, managerId].map(async (salesId) => {
      const headers = { 'content-type': 'application/json' };
      const address = `http://localhost:8080${backendPathOf('sign-in-rep')}`;
      const body = JSON.stringify({ salesId });
      const answer = await backend.fetch(new Request(address, { method: 'POST', headers, body }), {
        ip: '127.0.0.1',
      });
      return (await answer.json()).actor.rep;
    }),
  );
  expect(people.map(({ name, isManager }) => [name, isManager])).toEqual([
    ['Dana Whitfield', false],
    ['Ines Castellano', false],
    ['Marcus Oyelaran', true],
  ]);
  for (const { id } of people)
    expect(await backend.sql('select from public.sales_records where sales_rep_id = $1', [id])).not.toEqual(
      [],
    );
  await backend.close();
});

test('demo sales IDs come from the environment, and earlier ones stop working', async () => {
  await (await startBackend(options)).close();
  const env = { ...options.env, DEMO_SALES_IDS: ' ONE , TWO ', DEMO_MANAGER_ID: ' DEMO-REP-2018 ' };
  const backend = await startBackend({ ...options, env });
  expect(backend.demo).toMatchObject({ salesIds: ['ONE', 'TWO'], managerId: 'DEMO-REP-2018' });
  expect(
    await backend.sql(
      `select r.name from private.sales_rep_credentials c
       join public.sales_representatives r on r.id = c.sales_rep_id where c.label = 'demo' order by 1`,
    ),
  ).toEqual([{ name: 'Dana Whitfield' }, { name: 'Ines Castellano' }, { name: 'Marcus Oyelaran' }]);
  await backend.close();
});

test('a demo sales ID that is given twice is refused, however it is spelled', async () => {
  for (const ids of [{ DEMO_SALES_IDS: 'ONE,one' }, { DEMO_SALES_IDS: 'ONE', DEMO_MANAGER_ID: 'ONE' }])
    await expect(startBackend({ ...options, env: { ...options.env, ...ids } })).rejects.toThrow(
      'DEMO_SALES_IDS and DEMO_MANAGER_ID contain one sales ID twice.',
    );
});

test('the demo access token comes from the environment, lasts as long as a link from each start, and replaces the previous one', async () => {
  const openLink = async (backend: Backend, token: string) => {
    const request = new Request(`http://localhost:8080${backendPathOf('sign-in-customer')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return backend.fetch(request, { ip: '127.0.0.1' });
  };
  const first = await startBackend(options);
  expect(first.demo.accessToken).toBe('DEMO-ACCESS-2022');
  const grant = await (await openLink(first, first.demo.accessToken)).json();
  expect(Date.parse(grant.sessionExpiresAt) - Date.now()).toBeGreaterThan(
    ACCESS_LINK_LIFE_SECONDS * 1000 - 360_000,
  );
  await first.sql(`update public.qualified_leads set token_expires_at = now(), revoked_at = now(), is_active = false
    where email like 'demo.customer%'`);
  await first.close();

  const again = await startBackend(options);
  expect((await openLink(again, again.demo.accessToken)).status).toBe(200);
  const live = () => `
    select count(*)::int as n from public.customer_sessions s join public.qualified_leads l on l.id = s.qualified_lead_id
    where s.ended_at is null and l.email like 'demo.customer%'`;
  expect(await again.sql(live())).toEqual([{ n: 2 }]);
  await again.close();

  const renamed = await startBackend({ ...options, env: { ...options.env, DEMO_ACCESS_TOKEN: ' other ' } });
  expect(renamed.demo.accessToken).toBe('other');
  expect(await renamed.sql(live())).toEqual([{ n: 0 }]);
  expect((await openLink(renamed, 'DEMO-ACCESS-2022')).status).toBe(401);
  expect((await openLink(renamed, 'other')).status).toBe(200);
  await renamed.close();
});

test('secrets are readable by their owner alone', async () => {
  await (await startBackend(options)).close();
  expect(statSync(join(options.dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('a server that is killed while calls run refuses them, and answers the next ones', async () => {
  const backend = await startBackend(embedded);
  await backend.sql(`create or replace function public.sleep_long() returns void language sql
    as 'select pg_catalog.pg_sleep(30)'`);
  await backend.sql('grant execute on function public.sleep_long() to service_role');
  const call = (name: string, key = backend.secretKey) =>
    backend.fetch(
      new Request(`http://localhost:8080/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: '{}',
      }),
      { ip: '127.0.0.1' },
    );
  const sleeping = Array.from({ length: 8 }, () => call('sleep_long'));
  const asleep = `select count(*)::int as n from pg_stat_activity where query like '%sleep_long%' and wait_event = 'PgSleep'`;
  await expect.poll(async () => (await backend.sql<{ n: number }>(asleep))[0]?.n).toBe(8);
  const pid = backend.databasePid();
  if (pid === undefined) throw new Error('The server does not run');
  process.kill(pid, 'SIGKILL');
  for (const answer of await Promise.all(sleeping)) expect(answer.status).toBe(503);
  await expect.poll(async () => (await call('get_plan_prices', backend.publishableKey)).status).toBe(200);
  expect(await backend.healthy()).toBe(true);
  await backend.sql('drop function public.sleep_long()');
  await backend.close();
});

/** Regression: each opened a connection of its own, and calls were refused for want of one. */
test('a thousand health checks at once are one, and all hear its answer', async () => {
  const backend = await startBackend(embedded);
  const checks = await Promise.all(Array.from({ length: 1_000 }, () => backend.healthy()));
  expect(checks.filter((isHealthy) => !isHealthy)).toEqual([]);
  await backend.close();
});

test('a call that waits too long for a connection is refused, and is not made later', async () => {
  const backend = await startBackend(options);
  await backend.sql('create table public.made (id integer)');
  await backend.sql(
    `create function public.make() returns void language sql as 'insert into public.made values (1)'`,
  );
  await backend.sql(`create function public.hold() returns void language sql
    as 'select pg_catalog.pg_advisory_xact_lock(1)'`);
  await backend.sql('grant execute on function public.make(), public.hold() to service_role');
  await backend.sql('grant insert on public.made to service_role');
  const call = (name: string, signal?: AbortSignal) =>
    backend.fetch(
      new Request(`http://localhost:8080/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
        body: '{}',
        signal: signal ?? null,
      }),
      { ip: '127.0.0.1' },
    );
  const held = await openDatabase(database.url, { connections: 1 });
  await held.query('select pg_advisory_lock(1)');
  const holding = Array.from({ length: 10 }, () => call('hold'));
  const caller = new AbortController();
  const waiting = call('make', caller.signal);
  caller.abort();
  expect((await waiting).status).toBe(503);
  await held.query('select pg_advisory_unlock(1)');
  await Promise.all(holding);
  expect((await call('make')).status).toBe(204);
  expect(await backend.sql('select count(*)::int as n from public.made')).toEqual([{ n: 1 }]);
  await held.close();
  await backend.close();
});

/** Regression: it waited 9 s and then ran for 8. It was committed after its function had answered that it was not. */
test('what a call waited for a connection is taken off the limit of its statement', async () => {
  const backend = await startBackend(options);
  await backend.sql(`create function public.hold() returns void language sql
    as 'select pg_catalog.pg_sleep(3)'`);
  await backend.sql(`create function public.limit_ms() returns integer language sql
    as $$ select setting::integer from pg_catalog.pg_settings where name = 'statement_timeout' $$`);
  await backend.sql('grant execute on function public.hold(), public.limit_ms() to service_role');
  const call = (name: string) =>
    backend.fetch(
      new Request(`http://localhost:8080/rest/v1/rpc/${name}`, {
        method: 'POST',
        headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
        body: '{}',
      }),
      { ip: '127.0.0.1' },
    );
  const holding = Array.from({ length: 10 }, () => call('hold'));
  const limitMs: number = await (await call('limit_ms')).json();
  expect(limitMs).toBeGreaterThan(1_000);
  expect(limitMs).toBeLessThan(DATABASE_TIMEOUT_MS - 3_000);
  await Promise.all(holding);
  expect(await (await call('limit_ms')).json()).toBe(8_000);
  await backend.close();
});

describe('refuses in one clear line', () => {
  test('a broken migration, by name, and leaves the data unchanged', async () => {
    const file = join(dir, 'migrations', '20990101000000_create_broken.sql');
    writeFileSync(
      file,
      `delete from public.sales_records;\ncreate table public.half (id int);\nselect nonsense from nowhere;`,
    );
    await expectUserError(
      startBackend(options),
      /20990101000000_create_broken\.sql failed and was rolled back/,
    );
    rmSync(file);
    const backend = await startBackend(options);
    const [row] = await backend.sql(
      `select to_regclass('public.half') as half, (select count(*)::int from public.sales_records) as sales`,
    );
    expect(row).toEqual({ half: null, sales: 162 });
    await backend.close();
  });

  test('a migration that cannot be recorded, and undoes it whole', async () => {
    const file = join(dir, 'migrations', '20990101000000_create_unrecordable.sql');
    writeFileSync(
      file,
      `create table public.half (id int);
       alter table supabase_migrations.schema_migrations add check (version < '2099');`,
    );
    await expectUserError(
      startBackend(options),
      /20990101000000_create_unrecordable\.sql failed and was rolled back/,
    );
    rmSync(file);
    const backend = await startBackend(options);
    expect(await backend.sql(`select to_regclass('public.half') as half`)).toEqual([{ half: null }]);
    await backend.close();
  });

  test('a migration that was changed after it was applied', async () => {
    await (await startBackend(embedded)).close();
    const [first = ''] = readdirSync(join(dir, 'migrations'));
    writeFileSync(join(dir, 'migrations', first), 'select 1;');
    const changed = { ...embedded, migrationsDir: join(dir, 'migrations') };
    await expectUserError(startBackend(changed), new RegExp(`Migration ${first} was changed`));
  });

  test('data of an older database engine, and leaves it alone', async () => {
    mkdirSync(join(options.dataDir, 'database'), { recursive: true });
    await expectUserError(
      startBackend({ ...options, env: {} }),
      /was made by an older version, with another database engine.*pnpm@12 run reset/,
    );
    expect(readdirSync(join(options.dataDir, 'database'))).toEqual([]);
  });

  test('data made by a newer checkout', async () => {
    const file = join(dir, 'migrations', '20990101000000_create_something.sql');
    writeFileSync(file, 'select 1;');
    await (await startBackend(options)).close();
    rmSync(file);
    await expectUserError(startBackend(options), /from a newer version: migration 20990101000000/);
  });

  test('data made before the migrations began again, and says to reset it', async () => {
    const [first = '', ...later] = readdirSync(join(dir, 'migrations')).sort();
    for (const name of later) rmSync(join(dir, 'migrations', name));
    renameSync(join(dir, 'migrations', first), join(dir, 'migrations', '20990101000000_baseline.sql'));
    await expectUserError(
      startBackend(options),
      /made by an older version: migration \d{14} comes before.*20990101000000_baseline\.sql.*pnpm@12 run reset/,
    );
  });

  test('a data directory that another stack uses, until that stack ends', async () => {
    const running = await startBackend(options);
    await expectUserError(
      startBackend(options),
      new RegExp(`in use by a running stack \\(process ${process.pid}\\)`),
    );
    await running.close();
    await (await startBackend(options)).close();
  });

  test('not the lock of a process that was killed', async () => {
    const code = `import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-dir/data-dir-lock.ts'))};
      lockDataDir(${JSON.stringify(options.dataDir)});
      console.log('locked');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code]);
    await once(child.stdout, 'data');
    await expectUserError(startBackend(options), new RegExp(`in use .*process ${child.pid}`));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await (await startBackend(options)).close();
  });

  test('damaged secrets, without making new ones', async () => {
    await (await startBackend(options)).close();
    const file = join(options.dataDir, 'secrets.json');
    writeFileSync(file, '{"jwtSecret":');
    await expectUserError(startBackend(options), /secrets\.json is damaged/);
    expect(readFileSync(file, 'utf8')).toBe('{"jwtSecret":');
  });

  test('secrets that are incomplete, without making new ones', async () => {
    await (await startBackend(options)).close();
    const file = join(options.dataDir, 'secrets.json');
    const { salesIdPepper: _lost, databasePassword: _none, ...rest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify(rest));
    await expectUserError(startBackend(options), /secrets\.json is damaged/);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(rest);
  });

  test('a data directory that cannot be made', async () => {
    const file = join(dir, 'file');
    writeFileSync(file, '');
    await expectUserError(startBackend({ ...options, dataDir: join(file, 'data') }), /is not writable/);
  });

  test('a database server that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    await expectUserError(startBackend({ ...options, env }), /DATABASE_URL does not answer/);
  });

  test.each(['nonsense', 'mysql://nobody:secret@127.0.0.1/none'])(
    '%s as the address of a database',
    async (url) => {
      await expectUserError(
        startBackend({ ...options, env: { DATABASE_URL: url } }),
        /^DATABASE_URL must be like postgres:\/\/user:password@host:5432\/database$/,
      );
    },
  );

  test('a wrong setting of the functions, by name', async () => {
    await expectUserError(
      startBackend({ ...options, env: { ...options.env, MAIL_TRANSPORT: 'pigeon' } }),
      /MAIL_TRANSPORT/,
    );
  });
});
