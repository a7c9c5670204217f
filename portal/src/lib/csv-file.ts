const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file after RFC 4180. The cells are ready: typed text went through `csvCell`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}${LINE_END}`;
}

/** What a file holds: a table, or a JSON object per line. */
export type ExportFormat = 'CSV' | 'JSON';

/** Offers the parts, one after the other, as a download. */
export function saveCsvFile(parts: readonly BlobPart[], name: string, format: ExportFormat = 'CSV'): void {
  const file =
    format === 'CSV'
      ? new Blob([BYTE_ORDER_MARK, ...parts], { type: 'text/csv;charset=utf-8' })
      : new Blob([...parts], { type: 'application/x-ndjson' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next turn of the event loop the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
