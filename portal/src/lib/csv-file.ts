import { saveFile } from './save-file.ts';

const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file after RFC 4180. The cells are ready: typed text went through `csvCell`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}${LINE_END}`;
}

/** Offers the lines as a download. */
export function saveCsvFile(lines: readonly string[], name: string): void {
  saveFile([BYTE_ORDER_MARK, ...lines], 'text/csv;charset=utf-8', name);
}
