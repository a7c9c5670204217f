import { oneLine } from './plain-text.ts';

/**
 * Where a cell may begin and a spreadsheet would run it: at the start, and after anything that some spreadsheet takes for
 * a separator, as it does not ask what the file was written with. Also behind quotes and spaces, which it takes away.
 */
const CELL_START = String.raw`(^|[,;|\t\r\n])`;
const FORMULA = String.raw`["\u0020\u00A0]*[=+\-@＝＋－＠]`;
const RUNS = new RegExp(`${CELL_START}(?='*${FORMULA})`, 'g');
const NEUTRALISED = new RegExp(`${CELL_START}'(?='*${FORMULA})`, 'g');

/** Puts an apostrophe before whatever a spreadsheet would run; `restoreText` takes it away again. */
export function neutraliseText(text: string): string {
  return text.replace(RUNS, "$1'");
}

/** The text as it was before `neutraliseText`. An apostrophe before anything else is the text's own. */
export function restoreText(text: string): string {
  return text.replace(NEUTRALISED, '$1');
}

/** What somebody typed as a cell of a CSV file: on one line, never a formula, quoted where it could be taken apart. */
export function csvCell(text: string): string {
  const neutral = neutraliseText(oneLine(text));
  return /[",;|\t\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
