import type { Node, RangeVar } from 'libpg-query';
import { type Parsed, relationOf } from './sql-statements.ts';

/** Rows that one statement of a migration may change: people who change one of them wait for the whole file. */
export const MOST_ROWS = 1000;

interface Change {
  relation?: RangeVar;
  whereClause?: Node;
}

/**
 * The tables in which a statement may change more than `MOST_ROWS` rows, also inside of another statement. What a
 * function does is its own matter. The grammar does not tell whether the column of the limit is a key.
 */
export function changedWithoutLimit(node: Parsed): string[] {
  const { CreateFunctionStmt, TruncateStmt: truncated } = node;
  if (CreateFunctionStmt) return [];
  const emptied = (truncated?.relations ?? []).map(({ RangeVar: table }: Parsed) => relationOf(table));
  const found: Change[] = [];
  JSON.stringify(node, (kind, value) => {
    if (/^(Update|Delete|Merge)Stmt$/.test(kind)) found.push(value);
    return value;
  });
  return [
    ...emptied,
    ...found.filter((change) => !hasLimit(change)).map(({ relation }) => relationOf(relation)),
  ];
}

/** Whether it is `where id in (select id from <the same table> … limit 1000)`, and perhaps more conditions. */
function hasLimit({ relation, whereClause }: Change): boolean {
  const { BoolExpr: all }: Parsed = whereClause ?? {};
  const conditions = all?.boolop === 'AND_EXPR' ? (all.args ?? []) : [whereClause ?? {}];
  return conditions.some(({ SubLink: link }: Parsed) => {
    const { SelectStmt: chosen }: Parsed = link?.subselect ?? {};
    if (link?.subLinkType !== 'ANY_SUBLINK' || link.operName || chosen === undefined) return false;
    const [{ ResTarget: target } = {}, ...others]: Parsed[] = chosen.targetList ?? [];
    const [{ RangeVar: from } = {}]: Parsed[] = chosen.fromClause ?? [];
    const { A_Const: limit }: Parsed = chosen.limitCount ?? {};
    const rows = limit && 'ival' in limit ? (limit.ival?.ival ?? 0) : Infinity;
    return (
      others.length === 0 &&
      columnOf(link.testexpr) !== undefined &&
      columnOf(link.testexpr) === columnOf(target?.val) &&
      relationOf(from) === relationOf(relation) &&
      chosen.limitOption === 'LIMIT_OPTION_COUNT' &&
      rows <= MOST_ROWS
    );
  });
}

function columnOf(node: Node | undefined): string | undefined {
  const { ColumnRef: column }: Parsed = node ?? {};
  const { String: name }: Parsed = column?.fields?.at(-1) ?? {};
  return name?.sval;
}
