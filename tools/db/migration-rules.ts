import type { ColumnDef } from 'libpg-query';
import { NO_TRANSACTION } from '../stack/backend/engine/migrate.ts';
import { changedWithoutLimit, MOST_ROWS } from './row-changes.ts';
import {
  changesOf,
  droppedBy,
  type Migration,
  madeTable,
  nameOf,
  type Parsed,
  relationOf,
  type Statement,
  statementsOf,
} from './sql-statements.ts';

/** A migration that waits longer for a lock has changed nothing. Calls that queue behind it are refused meanwhile. */
const LIMIT = "set local lock_timeout = '3s'";
/** Nothing queues behind an index that is made concurrently. It waits for each call that began before. */
const PATIENT_LIMIT = "set lock_timeout = '1min'";

/** The first statement of a migration. */
export const limitOf = (text: string) => (text.startsWith(NO_TRANSACTION) ? PATIENT_LIMIT : LIMIT);

const READS_ROWS = 'keeps out all who write while it goes through the rows';
const HIDES = 'hides which locks it takes: write its statements';
const REFUSED = new Map([
  ['DoStmt', HIDES],
  ['CallStmt', HIDES],
  ['TransactionStmt', 'has no place here: a file is one transaction'],
  ['ClusterStmt', READS_ROWS],
  ['RefreshMatViewStmt', READS_ROWS],
  ['ReindexStmt', READS_ROWS],
  [
    'LockStmt',
    'keeps others out until the file ends: leave it out. Each statement takes the lock that it needs',
  ],
]);
const ALL_ROWS = `keeps out all who use these rows: update or delete where id in (select id from the same table … limit ${MOST_ROWS}). For more rows see docs/where-code-lives.md, "Many rows that change"`;
/** Changes of a table that go through no rows. */
const SHORT =
  /^AT_(ColumnDefault|Drop\w+|ChangeOwner|(Enable|Disable|Force|NoForce)\w+|(Set|Reset)(Rel)?Options|Set(Statistics|Storage|Compression)|ReplicaIdentity)$/;

/**
 * What would keep people waiting while a migration runs over a database in use, one line each.
 * @param later migrations that no deployed database has yet, oldest first
 * @param frozen those that one may have
 * @throws UserError for a file that PostgreSQL cannot read
 */
export function longLocks(later: readonly Migration[], frozen: readonly Migration[]): string[] {
  if (later.length === 0) return [];
  const files = later.map((migration) => ({ ...migration, statements: statementsOf(migration) }));
  const made = new Set(
    files.flatMap(({ statements }) => statements.flatMap(({ node }) => madeTable(node, false))),
  );
  const indexes = new Set<string>();
  const checks = new NullChecks();
  for (const { node } of frozen.flatMap(statementsOf)) {
    checks.note(node);
    if (node.IndexStmt?.idxname) indexes.add(relationOf(node.IndexStmt.relation, node.IndexStmt.idxname));
    for (const index of droppedBy(node, 'OBJECT_INDEX')) indexes.delete(index);
  }
  return files.flatMap((file) => new FileRules(file, { made, indexes, checks }).problems());
}

type Change = ReturnType<typeof changesOf>[number];

interface Database {
  /** Tables that the later migrations make. */
  made: ReadonlySet<string>;
  /** Indexes of the frozen migrations. */
  indexes: ReadonlySet<string>;
  /** Of all statements so far. */
  checks: NullChecks;
}

interface ReadMigration extends Migration {
  statements: readonly Statement[];
}

/** The rules for one file. */
class FileRules {
  readonly #file: ReadMigration;
  readonly #database: Database;
  readonly #temporary: ReadonlySet<string>;
  readonly #limit: string;
  /** Whether the file validates constraints and does nothing else. */
  readonly #isAlone: boolean;
  readonly #droppedIndexes = new Set<string>();

  constructor(file: ReadMigration, database: Database) {
    const nodes = file.statements.map(({ node }) => node);
    this.#file = file;
    this.#database = database;
    this.#temporary = new Set(nodes.flatMap((node) => madeTable(node, true)));
    this.#limit = limitOf(file.text);
    this.#isAlone = nodes.every(
      (node) =>
        node.VariableSetStmt ||
        (node.AlterTableStmt && changesOf(node).every(({ subtype }) => subtype === 'AT_ValidateConstraint')),
    );
  }

  problems(): string[] {
    const { file, statements } = this.#file;
    return statements.flatMap(({ text, node }, index) => {
      if (index === 0 && text.toLowerCase() === this.#limit) return [];
      this.#database.checks.note(node);
      const why = this.#wrongWith(node);
      for (const name of droppedBy(node, 'OBJECT_INDEX')) this.#droppedIndexes.add(name);
      return [
        ...(index === 0 ? [`migrations/${file} does not begin with: ${this.#limit};`] : []),
        ...(why === undefined ? [] : [`migrations/${file}: ${text.slice(0, 150)} ${why}`]),
      ];
    });
  }

  #wrongWith(node: Parsed): string | undefined {
    const { VariableSetStmt: setting } = node;
    if (setting) return /^(lock_timeout)?$/.test(setting.name ?? '') ? `ends ${this.#limit}` : undefined;
    return (
      this.#wrongIndex(node) ??
      (node.SelectStmt && /"(FuncCall|LockingClause)"/.test(JSON.stringify(node)) ? HIDES : undefined) ??
      REFUSED.get(Object.keys(node)[0] ?? '') ??
      (changedWithoutLimit(node).some((table) => this.#isUsed(table)) ? ALL_ROWS : undefined) ??
      this.#changesInUse(node)
        .map((change) => this.#wrongChange(change))
        .find((why) => why !== undefined)
    );
  }

  #isUsed(table: string): boolean {
    return !this.#temporary.has(table) && !this.#database.made.has(table);
  }

  #changesInUse(node: Parsed): Change[] {
    return changesOf(node).filter(({ table }) => this.#isUsed(table));
  }

  #wrongIndex(node: Parsed): string | undefined {
    const { IndexStmt: index, DropStmt: drop } = node;
    if (index?.idxname && this.#database.indexes.has(relationOf(index.relation, index.idxname)))
      return 'leaves people without the index meanwhile: give the new one another name, and then drop the old one';
    const { concurrent } = index ?? drop ?? {};
    if (!this.#file.text.startsWith(NO_TRANSACTION)) {
      if (concurrent) return `belongs into a file whose first line is \`${NO_TRANSACTION.trim()}\``;
      return index && this.#isUsed(relationOf(index.relation))
        ? 'keeps out all who write: create index concurrently'
        : undefined;
    }
    if (!concurrent || (drop && !drop.missing_ok))
      return 'belongs into a file of its own: this one has no transaction';
    return index &&
      (index.if_not_exists || !this.#droppedIndexes.has(relationOf(index.relation, index.idxname)))
      ? 'takes what an interrupted run left for made: drop index concurrently if exists, then create it'
      : undefined;
  }

  #wrongChange({ subtype, table, name, column, constraint }: Change): string | undefined {
    switch (subtype) {
      case 'AT_AddColumn':
        if (isPlain(column)) return;
        return `${READS_ROWS}: add a column with a constant as its default, and then a constraint not valid`;
      case 'AT_AddConstraint':
        if (constraint?.skip_validation || (constraint?.contype === 'CONSTR_UNIQUE' && constraint.indexname))
          return;
        return /CHECK|FOREIGN/.test(constraint?.contype ?? '')
          ? `${READS_ROWS}: add it not valid, and validate it in the next file`
          : 'keeps everybody out meanwhile. Declare a unique index instead';
      case 'AT_ValidateConstraint':
        return this.#isAlone
          ? undefined
          : 'keeps the locks of the others: validate it in the next file, alone';
      case 'AT_SetNotNull':
        if (this.#database.checks.has(table, name)) return;
        return `${READS_ROWS}: first add check (${name} is not null) not valid, validate it in the next file, and drop it afterwards`;
      case 'AT_AlterColumnType':
        return `${READS_ROWS}: add another column`;
      default:
        return SHORT.test(subtype ?? '') ? undefined : READS_ROWS;
    }
  }
}

/** Whether the rows stay as they are: no constraint is checked, and the default is the same for all. */
function isPlain({ typeName, constraints = [] }: ColumnDef = {}): boolean {
  const parts = constraints.map(({ Constraint }: Parsed) => Constraint);
  const has = (kind: string) => parts.some((part) => part?.contype === kind);
  const calls = JSON.stringify(constraints).replaceAll(
    '"FuncCall":{"funcname":[{"String":{"sval":"now"}}]',
    '',
  );
  return (
    parts.every((part) => /_(DEFAULT|NOTNULL|NULL)$/.test(part?.contype ?? '')) &&
    (has('CONSTR_DEFAULT') || !has('CONSTR_NOTNULL')) &&
    !calls.includes('"FuncCall"') &&
    !/serial/.test(nameOf(typeName?.names))
  );
}

/** The columns that a check keeps from being null, once each row has passed it. */
class NullChecks {
  readonly #columns = new Map<string, string>();
  readonly #passed = new Set<string>();

  has(table: string, column = ''): boolean {
    return [...this.#passed].some((check) => this.#columns.get(check) === `${table} ${column}`);
  }

  note(node: Parsed): void {
    for (const { subtype, table, name, constraint } of changesOf(node)) {
      const check = `${table} ${constraint?.conname ?? name}`;
      if (subtype === 'AT_ValidateConstraint') this.#passed.add(check);
      if (subtype === 'AT_DropConstraint') this.#passed.delete(check);
      const { NullTest: test }: Parsed = constraint?.raw_expr ?? {};
      const { ColumnRef: column }: Parsed = test?.arg ?? {};
      const [{ String: part } = {}]: Parsed[] = column?.fields ?? [];
      if (test?.nulltesttype === 'IS_NOT_NULL' && part) this.#columns.set(check, `${table} ${part.sval}`);
    }
  }
}
