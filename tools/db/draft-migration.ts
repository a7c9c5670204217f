import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../command/user-error.ts';
import { NO_TRANSACTION } from '../stack/backend/engine/migrate.ts';

const PGDELTA = join(import.meta.dirname, '../node_modules/.bin/pgdelta');

/** To give a procedure to api_reader, that role needs the right to create procedures at that moment. */
const GIVES_TO_API_READER = /OWNER TO "api_reader"/;

/** `pgdelta render` exits with it when it sees nothing to change. */
const NO_CHANGES = 3;

/** @returns the exit code if it is an expected one. */
function pgdelta(args: readonly string[]): number | null {
  const { status, stdout, stderr } = spawnSync(PGDELTA, args, { encoding: 'utf8' });
  if (status !== 0 && status !== NO_CHANGES) {
    throw new UserError(`pgdelta ${args[0]} failed: ${(stderr || stdout).trim().split('\n')[0]}`);
  }
  return status;
}

/**
 * The statements that turn one database into the other, as `@supabase/pg-delta` sees it.
 * @returns the text of one migration, or of several where one statement must be committed before the next.
 * @throws UserError with the tool's first line.
 */
export function draftMigration(fromUrl: string, toUrl: string): string[] {
  const dir = mkdtempSync(join(tmpdir(), 'corvane-db-diff-'));
  try {
    const plan = join(dir, 'plan.json');
    pgdelta(['plan', '--source', fromUrl, '--desired', toUrl, '--out', plan]);
    const { actions, ...rest } = JSON.parse(readFileSync(plan, 'utf8')) as { actions: Action[] };
    writeFileSync(plan, JSON.stringify({ ...rest, actions: withShortLocks(actions) }));
    const rendered = pgdelta(['render', '--plan', plan, '--out', join(dir, 'draft.sql'), '--allow-drops']);
    if (rendered === NO_CHANGES) return [];
    return readdirSync(dir)
      .filter((name) => name.endsWith('.sql'))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((name) => withoutSettings(readFileSync(join(dir, name), 'utf8').trim()))
      .map((draft) => allowOwnership(withoutOwner(draft, new URL(toUrl).username)));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

interface Action {
  sql: string;
  verb: string;
  /** Names of objects, the main one first. A constraint also has its table. */
  produces: { kind: string; schema?: string; table?: string; name?: string }[];
  consumes: Action['produces'];
  destroys: Action['produces'];
  transactionality: string;
  /** Whether what comes before is committed first. */
  newSegmentBefore: boolean;
}

/**
 * Lets people go on writing to a table while it gets an index, or a constraint that checks its rows.
 * A table that the plan itself makes has no rows yet.
 */
function withShortLocks(actions: readonly Action[]): Action[] {
  const made = new Set(
    actions
      .map(({ produces: [what] }) => what)
      .flatMap((what) => (what?.kind === 'table' ? nameOf(what) : [])),
  );
  const validations: Action[] = [];
  const drops: Action[] = [];
  const concurrent = new Set<string>();
  const changed = actions.flatMap((action): Action[] => {
    const {
      sql,
      produces: [what],
      consumes,
      destroys: [gone],
    } = action;
    if (gone?.kind === 'index') {
      // People use the old one until the new one is there.
      const statement = `DROP INDEX CONCURRENTLY IF EXISTS ${nameOf(gone)}`;
      drops.push({ ...action, sql: statement, transactionality: 'nonTransactional' });
      return [];
    }
    if (what === undefined || action.verb !== 'create') return [action];
    if (what.kind === 'index') {
      if (consumes.some((used) => used.kind === 'table' && made.has(nameOf(used)))) return [action];
      // One that was interrupted has left an index that no query uses.
      const statements = `DROP INDEX CONCURRENTLY IF EXISTS ${nameOf(what)};\n\n${sql.replace(' INDEX ', ' INDEX CONCURRENTLY ')}`;
      concurrent.add(nameOf(what));
      return [{ ...action, sql: statements, transactionality: 'nonTransactional' }];
    }
    const table = `"${what.schema}"."${what.table}"`;
    if (what.kind !== 'constraint' || made.has(table) || !/ (CHECK|FOREIGN KEY) \(/.test(sql))
      return [action];
    validations.push({
      ...action,
      sql: `ALTER TABLE ${table} VALIDATE CONSTRAINT "${what.name}"`,
      newSegmentBefore: validations.length === 0,
    });
    return [{ ...action, sql: `${sql} NOT VALID` }];
  });
  // What is dropped and made again must not be committed in between.
  const isOfIndex = ({ produces, consumes }: Action) =>
    [...produces, ...consumes].some((what) => what.kind === 'index' && concurrent.has(nameOf(what)));
  const isConcurrent = ({ transactionality }: Action) => transactionality === 'nonTransactional';
  const ofIndexes = changed.filter((action) => isOfIndex(action) && !isConcurrent(action));
  const others = changed.filter((action) => !isOfIndex(action) && !isConcurrent(action));
  return [...others, ...changed.filter(isConcurrent), ...drops, ...ofIndexes, ...validations];
}

const nameOf = ({ schema, name }: Action['produces'][number]) => `"${schema}"."${name}"`;

/** pg-delta frames each file with settings for procedures. A file without a transaction holds none. */
function withoutSettings(draft: string): string {
  if (!draft.startsWith(NO_TRANSACTION.trim())) return draft;
  return draft.replace(/^(?:set check_function_bodies = off|reset all);\s*/gim, '').trim();
}

/**
 * The role that runs a migration owns its objects. The throw-away databases and hosted projects have owners with
 * different names. The owner of a hosted project may give objects only to roles that have it as a member.
 */
function withoutOwner(draft: string, owner: string): string {
  return draft
    .split('\n\n')
    .filter((statement) => !(/^ALTER /.test(statement) && statement.endsWith(` OWNER TO "${owner}";`)))
    .join('\n\n');
}

function allowOwnership(draft: string): string {
  if (!GIVES_TO_API_READER.test(draft)) return draft;
  return `grant create on schema public to api_reader;\n\n${draft}\n\nrevoke create on schema public from api_reader;`;
}
