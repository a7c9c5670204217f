const LINE_END = '\r\n';
/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file after RFC 4180. The cells are ready: typed text went through `csvCell`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}${LINE_END}`;
}

/** Offers the lines as a download. */
export function saveCsvFile(lines: readonly string[], name: string): void {
  const file = new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' });
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next turn of the event loop the download no longer needs the URL.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
