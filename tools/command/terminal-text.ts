import { oneLine } from '../../shared/src/lib/plain-text.ts';

/** A printed table row. Typed text cannot start another column, line or escape sequence. */
export function tableRow(cells: readonly string[]): string {
  return cells.map(oneLine).join('\t');
}

/** Any line on its way to a terminal. Tabs between the cells of a row and the line's indentation stay. */
export function terminalLine(line: string): string {
  return line
    .split('\t')
    .map((cell) => /^ */.exec(cell)?.[0] + oneLine(cell))
    .join('\t');
}
