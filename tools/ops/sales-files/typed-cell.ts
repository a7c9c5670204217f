import { oneLine } from '../../../shared/src/lib/plain-text.ts';
import { neutraliseText } from '../../../shared/src/lib/spreadsheet-text.ts';

/** Typed text in a CSV file: on one line, and nothing that a spreadsheet would run. */
export function typedCell(text: string): string {
  return neutraliseText(oneLine(text));
}
