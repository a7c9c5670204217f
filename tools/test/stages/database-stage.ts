import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { compareWithMigrations } from '../../db/compare-with-migrations.ts';
import type { SystemProgram } from '../../machine/system-packages.ts';
import { missingOf } from '../../machine/system-programs.ts';
import { queryOnce } from '../../postgres/connect.ts';
import { startSystemPostgres } from '../../postgres/start-system-postgres.ts';
import type { ThrowAwayPostgres } from '../../postgres/throw-away-postgres.ts';
import { DATABASE_TYPES_FILE, generateDatabaseTypes } from '../../stack/backend/schema/database-types.ts';
import { runSupabaseCli } from '../../stack/backend/schema/supabase-cli.ts';
import { generateTerms, TERMS_FILE } from '../../stack/backend/schema/terms-module.ts';
import { createHostedDatabase, createMigratedDatabase } from '../../stack/backend/schema/test-database.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { addResults, cannotRun, countsOf, type StageResult, verdict } from './stage.ts';

/** A check of a server's migrated schema. It prints its findings. */
type DatabaseCheck = (server: ThrowAwayPostgres) => Promise<StageResult>;

/** Fetched by npx, unlike the programs of the system's packages. */
const CLI = 'the Supabase CLI, which npx could not fetch';

interface Check {
  name: string;
  /** Beside PostgreSQL itself. */
  needs: readonly (SystemProgram | typeof CLI)[];
  run: DatabaseCheck;
}

const CHECKS: readonly Check[] = [
  { name: 'pgtap', needs: ['pgtap'], run: pgtapCheck },
  { name: 'push', needs: [CLI], run: pushCheck },
  { name: 'types', needs: [CLI], run: typesCheck },
  { name: 'drift', needs: [], run: driftCheck },
  { name: 'lint', needs: [CLI, 'plpgsql_check'], run: lintCheck },
  { name: 'advisors', needs: [CLI], run: advisorsCheck },
];

/**
 * What reads the migrated schema itself, on a throw-away PostgreSQL of its own: pgTAP, the official CLI's push of the
 * migrations, and the CLI's linters. Also the drift of the generated types and of the declared schemas.
 */
export async function databaseStage(): Promise<StageResult> {
  if (missingOf(['postgresql']).length > 0) {
    const results = CHECKS.map(async ({ name, needs }) =>
      cannotRun(name, 1, await missingFor(['postgresql', ...needs])),
    );
    return addResults(await Promise.all(results));
  }
  const server = await startSystemPostgres();
  const results: StageResult[] = [];
  try {
    for (const { name, needs, run } of CHECKS) {
      const missing = await missingFor(needs);
      const result = missing.length > 0 ? cannotRun(name, 1, missing) : await run(server).catch(sayWhy);
      console.log(`  ${name}: ${countsOf(result)}`);
      results.push(result.failed > 0 ? { failures: [name], ...result } : result);
    }
    return addResults(results);
  } finally {
    await server.stop();
  }
}

/** A check that breaks off, as on a migration that cannot be applied, does not keep the others from running. */
function sayWhy(error: unknown): StageResult {
  console.error(error instanceof Error ? error.message : error);
  return verdict(1);
}

/** Asked once: npx takes a while to say no. */
let hasCli: boolean | null = null;

async function missingFor(needs: readonly (SystemProgram | typeof CLI)[]): Promise<string[]> {
  const programs = needs.filter((need) => need !== CLI);
  if (!needs.includes(CLI)) return missingOf(programs);
  hasCli ??= (await runSupabaseCli(['--version'])).status === 0;
  return hasCli ? missingOf(programs) : [...missingOf(programs), CLI];
}

async function withMigratedDatabase<T>(
  server: ThrowAwayPostgres,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const database = await createMigratedDatabase(server.url);
  return work(database.url).finally(() => database.drop());
}

/** pgTAP in the schema `extensions`, as hosted projects have it, callable by the roles that a test takes. */
const ENABLE_PGTAP = `
  create extension pgtap with schema extensions;
  grant usage on schema extensions to public;
  grant execute on all functions in schema extensions to public;
`;

/** `supabase/tests/pgtap/*.sql`, each in a transaction that is rolled back. One test per line of TAP. */
function pgtapCheck(server: ThrowAwayPostgres): Promise<StageResult> {
  return withMigratedDatabase(server, async (url) => {
    await queryOnce(url, ENABLE_PGTAP);
    const { hostname, port, username, password, pathname } = new URL(url);
    const connection = ['-h', hostname, '-p', port, '-U', username, '-d', pathname.slice(1)];
    const { status, stdout, stderr } = spawnSync(
      'pg_prove',
      [...connection, '--verbose', '--ext', '.sql', 'supabase/tests/pgtap'],
      {
        cwd: WORKSPACE_ROOT,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
        env: { ...process.env, PGPASSWORD: password, PGOPTIONS: '-c search_path=public,extensions' },
      },
    );
    const lines = stdout.split('\n');
    const passed = lines.filter((line) => line.startsWith('ok ')).length;
    const failed = lines.filter((line) => line.startsWith('not ok ')).length;
    if (status === 0 && passed > 0) return { passed, failed };
    console.error([...lines.filter((line) => !line.startsWith('ok ')), stderr].join('\n'));
    // A file that breaks off, or runs another number of tests than it planned, fails without a failed test.
    return { passed, failed: Math.max(failed, 1) };
  });
}

const pushReportSchema = z.object({ migrations: z.array(z.string()) });

/**
 * Whether the official CLI accepts `config.toml` and applies all migrations to an empty hosted project, without
 * superuser rights.
 */
async function pushCheck(server: ThrowAwayPostgres): Promise<StageResult> {
  const database = await createHostedDatabase(server.url);
  const project = await mkdtemp(path.join(tmpdir(), 'corvane-push-'));
  try {
    // A copy: the CLI writes beside the configuration that it reads.
    for (const name of ['config.toml', 'migrations']) {
      const source = path.join(WORKSPACE_ROOT, 'supabase', name);
      await cp(source, path.join(project, 'supabase', name), { recursive: true });
    }
    const args = ['db', 'push', '--remote', database.url, '--workdir', project, '--yes'];
    const { status, stdout, stderr } = await runSupabaseCli([...args, '--output-format', 'json']);
    const files = (await readdir(path.join(project, 'supabase/migrations'))).sort();
    const isWhole =
      status === 0 && isDeepStrictEqual(pushReportSchema.parse(JSON.parse(stdout)).migrations.sort(), files);
    if (!isWhole) console.error(`supabase db push failed or left something out: ${stdout}\n${stderr}`);
    return verdict(isWhole ? 0 : 1);
  } finally {
    await rm(project, { recursive: true, force: true });
    await database.drop();
  }
}

/** Whether the generated types and terms in the tree are what the migrations make now. */
function typesCheck(server: ThrowAwayPostgres): Promise<StageResult> {
  return withMigratedDatabase(server, async (url) => {
    const isCurrent = [
      await isKept(DATABASE_TYPES_FILE, await generateDatabaseTypes(url)),
      await isKept(TERMS_FILE, await generateTerms(url)),
    ];
    return addResults(isCurrent.map((current) => verdict(current ? 0 : 1)));
  });
}

/** Whether the schemas and the migrations build the same database. */
async function driftCheck(): Promise<StageResult> {
  return compareWithMigrations(path.join(WORKSPACE_ROOT, 'supabase'), async ({ differences }) => {
    for (const difference of differences) console.error(difference);
    if (differences.length > 0) console.error('Write the migration: npx -y pnpm@12 run db diff [<name>]');
    return verdict(differences.length === 0 ? 0 : 1);
  });
}

async function isKept(file: string, generated: string): Promise<boolean> {
  const kept = await readFile(file, 'utf8').catch(() => '');
  if (kept === generated) return true;
  const line = generated.split('\n').findIndex((text, index) => text !== kept.split('\n')[index]) + 1;
  console.error(
    `${path.basename(file)} is not what the migrations make, from line ${line} on: run npx -y pnpm@12 exec node tools/stack/backend/write-database-types.ts`,
  );
  return false;
}

function lintCheck(server: ThrowAwayPostgres): Promise<StageResult> {
  return withMigratedDatabase(server, async (url) =>
    linterVerdict(['db', 'lint', '--remote', url, '--schema', 'public,private', '--level', 'warning']),
  );
}

function advisorsCheck(server: ThrowAwayPostgres): Promise<StageResult> {
  return withMigratedDatabase(server, async (url) =>
    linterVerdict(['db', 'advisors', '--remote', url, '--level', 'warn']),
  );
}

const linterReportSchema = z.object({ results: z.array(z.unknown()) });

/** One failure for each line that a linter of the CLI reports. Also one when it reports nothing that can be read. */
async function linterVerdict(args: readonly string[]): Promise<StageResult> {
  const { status, stdout, stderr } = await runSupabaseCli([
    ...args,
    ...['--fail-on', 'none', '--output-format', 'json'],
  ]);
  let results: unknown[] | null = null;
  try {
    results = linterReportSchema.parse(JSON.parse(stdout)).results;
  } catch {
    // Said below.
  }
  if (status !== 0 || results === null) {
    console.error(`supabase ${args[0]} ${args[1]} failed: ${stderr || stdout}`);
    return verdict(1);
  }
  for (const result of results) console.error(JSON.stringify(result));
  return results.length === 0 ? verdict(0) : { passed: 0, failed: results.length };
}
