import { BYTE_ORDER_MARK } from '@corvane/shared/lib/spreadsheet-text';
import { saveFile } from './save-file.ts';

/** The content of a file: a table, or one JSON object per line. */
export type ExportFormat = 'CSV' | 'JSON';

/** Offers the parts, in order, as one download. */
export function saveCsvFile(parts: readonly BlobPart[], name: string, format: ExportFormat = 'CSV'): void {
  if (format === 'CSV') saveFile([BYTE_ORDER_MARK, ...parts], 'text/csv;charset=utf-8', name);
  else saveFile(parts, 'application/x-ndjson', name);
}
