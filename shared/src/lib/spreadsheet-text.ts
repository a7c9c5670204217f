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
/**
 * Digits that would lose their zeros or their end as a number, such as those of a phone. Also those that would become
 * another number, a date or a time, such as 1E5, 24/7 and 2026-11. Whole dates are meant as such.
 */
const DIGITS = String.raw`'*(?:0\d[\d.,]*|\d{12,}|\d+(?:[.,]\d+)?e[+-]?\d+|(?!\d{4}-\d\d-\d\d$)(?:\d{1,2}[-/:]\d{1,4}|\d{4}[-/]\d{1,2})(?:[-/:]\d{1,4})?)$`;
const LOSES = new RegExp(`^(?=${DIGITS})`, 'i');
const KEPT = new RegExp(`^'(?=${DIGITS})`, 'i');

/** Prefixes an apostrophe to text that a spreadsheet would run or change. `restoreText` removes it. */
export function neutraliseText(text: string): string {
  return text.replace(RUNS, "$1'").replace(LOSES, "'");
}

/** Reverses `neutraliseText`. An apostrophe before anything else belongs to the text. */
export function restoreText(text: string): string {
  return text.replace(NEUTRALISED, '$1').replace(KEPT, '');
}

/** Typed text as a cell of a CSV file: on one line, never a formula, and quoted where needed. */
export function csvCell(text: string): string {
  const neutral = neutraliseText(oneLine(text));
  return /[",;|\t\r\n]/.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}

/** Begins a CSV file: without it, spreadsheets do not read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** One line of a CSV file by RFC 4180. The cells are already escaped: typed text went through `csvCell`. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}
