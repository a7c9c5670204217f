import { saveFile } from './save-file.ts';

const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file by RFC 4180. The cells are already escaped: typed text went through `csvCell`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}${LINE_END}`;
}

/** The content of a file: a table, or one JSON object per line. */
export type ExportFormat = 'CSV' | 'JSON';

/** Offers the parts, in order, as one download. */
export function saveCsvFile(parts: readonly BlobPart[], name: string, format: ExportFormat = 'CSV'): void {
  if (format === 'CSV') saveFile([BYTE_ORDER_MARK, ...parts], 'text/csv;charset=utf-8', name);
  else saveFile(parts, 'application/x-ndjson', name);
}
