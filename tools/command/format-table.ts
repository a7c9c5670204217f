import { oneLine } from '../../shared/src/lib/plain-text.ts';

/**
 * Rows of text in columns as wide as their widest cell, without a line break at the end. A cell is one line, no
 * matter what it contains.
 * @param textColumns how many columns, from the left, are names, read from their beginning. The others are figures,
 *   compared at their end.
 */
export function formatTable(
  cells: readonly (readonly string[])[],
  textColumns = Number.POSITIVE_INFINITY,
): string {
  const rows = cells.map((row) => row.map(oneLine));
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  const padded = (cell: string, column: number) =>
    column < textColumns ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n');
}
