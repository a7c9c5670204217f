import { NO_TRANSACTION } from '../stack/backend/engine/migrate.ts';

const LIMIT = /^set local lock_timeout = '3s'$/i;
const CONCURRENT = /^(create (unique )?|drop )index concurrently /i;
/** What a file without a transaction may hold: to run it again after it broke off must do no harm. */
const REPEATABLE =
  /^(set lock_timeout = |drop index concurrently if exists |create (unique )?index concurrently )/i;
const INDEX = /^create (?:unique )?index (?:(?:if not exists )?[\w."]+ )?on (?:only )?([\w."]+)/i;
const ALTERED_TABLE = /^alter table (?:if exists )?(?:only )?([\w."]+) /i;
const CONSTRAINT =
  /\badd (?:constraint|check|foreign key|unique|primary key|exclude)\b|\badd (?:column )?[^,]*\b(?:check|references|unique|primary key)\b/gi;
const NOT_VALID = /\bnot valid\b/gi;
const VALIDATION = /\bvalidate constraint ([\w"]+)/i;

/**
 * What would keep people waiting while a migration runs over a database that is in use, one line each.
 * @param files name and text of the migrations that no deployed database has yet
 */
export function longLocks(files: readonly { file: string; text: string }[]): string[] {
  const all = files.map(({ file, text }) => ({ file, text, statements: statementsOf(text) }));
  const newTables = new Set(
    all.flatMap(({ statements }) =>
      statements.flatMap((statement) => nameIn(/^create table (?:if not exists )?([\w."]+)/i, statement)),
    ),
  );
  const isOld = (table: string | undefined) => table !== undefined && !newTables.has(table);
  return all.flatMap(({ file, text, statements }) => {
    const isOneByOne = text.startsWith(NO_TRANSACTION);
    const added = statements.flatMap((statement) =>
      nameIn(/\badd constraint ([\w"]+) .*not valid/i, statement),
    );
    const wrong = (statement: string): string[] => {
      if (isOneByOne)
        return REPEATABLE.test(statement)
          ? []
          : ['belongs into a file of its own: this one has no transaction'];
      if (CONCURRENT.test(statement))
        return [`belongs into a file whose first line is \`${NO_TRANSACTION.trim()}\``];
      if (nameIn(INDEX, statement).some(isOld)) return ['keeps out all who write: create index concurrently'];
      if (
        nameIn(ALTERED_TABLE, statement).some(isOld) &&
        count(CONSTRAINT, statement) > count(NOT_VALID, statement)
      )
        return ['keeps out all who write: add it not valid, and validate it in the next file'];
      if (nameIn(VALIDATION, statement).some((name) => added.includes(name)))
        return ['keeps the lock of its addition: validate it in the next file'];
      return [];
    };
    const limit =
      isOneByOne || LIMIT.test(statements[0] ?? '')
        ? []
        : [`migrations/${file} does not begin with: set local lock_timeout = '3s';`];
    return [
      ...limit,
      ...statements.flatMap((statement) =>
        wrong(statement).map((why) => `migrations/${file}: ${statement.slice(0, 100)} ${why}`),
      ),
    ];
  });
}

/** Without comments and without bodies of procedures, each on one line. */
function statementsOf(text: string): string[] {
  return text
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/'(?:[^']|'')*'|--.*$|\/\*[\s\S]*?\*\//gm, (part) =>
      part.startsWith("'") ? part.replaceAll(';', '') : '',
    )
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');
}

function count(pattern: RegExp, statement: string): number {
  return statement.match(pattern)?.length ?? 0;
}

/** Without quotes and the default schema, so that two ways to write a name are one. */
function nameIn(pattern: RegExp, statement: string): string[] {
  const name = pattern
    .exec(statement)?.[1]
    ?.replaceAll('"', '')
    .replace(/^public\./, '')
    .toLowerCase();
  return name === undefined ? [] : [name];
}
