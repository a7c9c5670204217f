import { loadModule, type Node, parseSync, type RangeVar } from 'libpg-query';
import { UserError } from '../command/user-error.ts';

await loadModule();

export interface Migration {
  file: string;
  text: string;
}

type Kind<T> = T extends unknown ? keyof T : never;
/** A node of the parser has one kind. All others are missing. */
export type Parsed = { [K in Kind<Node>]?: Extract<Node, Record<K, unknown>>[K] };

export interface Statement {
  /** On one line, without comments. */
  text: string;
  node: Parsed;
}

/** Reads a migration with PostgreSQL's own parser. @throws UserError for what it refuses */
export function statementsOf({ file, text }: Migration): Statement[] {
  const bytes = Buffer.from(text);
  try {
    return (parseSync(text).stmts ?? []).map(
      ({ stmt = {}, stmt_location: from = 0, stmt_len: length = Infinity }) => ({
        text: bytes
          .subarray(from, from + length)
          .toString()
          .replace(/'[^']*'|--.*$|\/\*[\s\S]*?\*\//gm, (part) => (part.startsWith("'") ? part : ''))
          .replace(/\s+/g, ' ')
          .trim(),
        node: stmt,
      }),
    );
  } catch (error) {
    throw new UserError(`migrations/${file}: ${(error as Error).message}`);
  }
}

/** `schema.name`: two ways to write a name are one. */
export function nameOf(parts: readonly Node[] = []): string {
  const [name, schema = 'public'] = parts.map(({ String: part }: Parsed) => part?.sval).reverse();
  return `${schema}.${name}`;
}

export function relationOf({ schemaname = 'public', relname }: RangeVar = {}, name = relname): string {
  return `${schemaname}.${name}`;
}

/** The table that a statement makes, temporary or not. */
export function madeTable({ CreateStmt, CreateTableAsStmt }: Parsed, isTemporary: boolean): string[] {
  const relation = CreateStmt?.relation ?? CreateTableAsStmt?.into?.rel;
  return relation && (relation.relpersistence === 't') === isTemporary ? [relationOf(relation)] : [];
}

/** Each change of a table by one statement. */
export function changesOf({ AlterTableStmt: altered }: Parsed) {
  if (altered?.objtype !== 'OBJECT_TABLE') return [];
  return (altered.cmds ?? []).map(({ AlterTableCmd: change }: Parsed) => {
    const { ColumnDef: column, Constraint: constraint }: Parsed = change?.def ?? {};
    return { ...change, table: relationOf(altered.relation), column, constraint };
  });
}

/** What a statement drops of a kind. */
export function droppedBy({ DropStmt: drop }: Parsed, kind: `OBJECT_${string}`): string[] {
  if (drop?.removeType !== kind) return [];
  return (drop.objects ?? []).map(({ List, ObjectWithArgs }: Parsed) =>
    nameOf(List?.items ?? ObjectWithArgs?.objname),
  );
}
