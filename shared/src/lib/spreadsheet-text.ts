import { oneLine } from './plain-text.ts';

/**
 * The places where a spreadsheet may start a cell and run it: at the start, and after any character that some
 * spreadsheet treats as a separator. The file itself may use another separator. Quotes and spaces may come before,
 * because a spreadsheet removes them.
 */
const CELL_START = String.raw`(^|[,;|\t\r\n])`;
const FORMULA = String.raw`["\u0020\u00A0]*[=+\-@＝＋－＠]`;
const RUNS = new RegExp(`${CELL_START}(?='*${FORMULA})`, 'g');
const NEUTRALISED = new RegExp(`${CELL_START}'(?='*${FORMULA})`, 'g');

/** Prefixes an apostrophe to text that a spreadsheet would run. `restoreText` removes it. */
export function neutraliseText(text: string): string {
  return text.replace(RUNS, "$1'");
}

/** Reverses `neutraliseText`. An apostrophe before anything else belongs to the text. */
export function restoreText(text: string): string {
  return text.replace(NEUTRALISED, '$1');
}

/** Typed text as a cell of a CSV file: on one line, never a formula, and quoted where needed. */
export function csvCell(text: string): string {
  const neutral = neutraliseText(oneLine(text));
  return /[",;|\t\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
