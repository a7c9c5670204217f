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
/** How months begin in the languages of western Europe. Spreadsheets know those of their own language. */
const MONTH = String.raw`(?:j[aä]n|ene|gen|f[eé][bv]|m[aä]r|mrt|mrz|a[bpv]r|ma[giy]|mei|ju[iln]|giu|lug|aug|ago|aoû|se[pt]|o[cku]t|ott|nov|d[eé][cz]|dic)\p{L}{0,7}\.?`;
/** What a spreadsheet would store as something else. Whole dates are meant as such. 0.5 and an IP address stay. */
const MEANT_OTHERWISE = [
  // Digits that would lose their zeros or their end, such as those of a phone.
  String.raw`0\d[\d.,]*|\d{12,}`,
  // Numbers: 1E5, 1.50, $5, 12.5%, and (5), which becomes -5.
  String.raw`\d+(?:[.,]\d+)?e[+-]?\d+`,
  String.raw`(?!0\.\d*[1-9]$|\d+(?:\.\d+){3}$)[$€£¥(]?\s?\d*(?:[.,]\d+)+[.,]?\s?[%€)]?|[$€£¥]\s?\d+|\d+\s?€|\(\d+\)`,
  // Dates, times and fractions in digits: 24/7, 2026-11, 9:30, 9 pm, 1 1/2.
  String.raw`(?!\d{4}-\d\d-\d\d$)(?:\d{1,2}[-/:]\d{1,4}|\d{4}[-/]\d{1,2})(?:[-/:]\d{1,4})?|\d+\s\d+/\d+`,
  String.raw`\d{1,2}(?::\d\d){0,2}(?:\s?[ap]m|\s[ap])|(?:\d{1,4}[年月日년월일]\s?)+`,
  // Dates with the name of a month: Mar-26, March 1, 2026, 1. März, SEPT2.
  String.raw`${MONTH}[-/\s]?\d{1,4}(?:[-/,\s]+\d{1,4})?|\d{1,4}[-/.\s]{0,2}${MONTH}(?:[-/,\s]{1,2}\d{1,4})?`,
  'true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar',
].join('|');
const LOSES = new RegExp(`^(?='*(?:${MEANT_OTHERWISE})$)`, 'iu');
const KEPT = new RegExp(`^'(?='*(?:${MEANT_OTHERWISE})$)`, 'iu');

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
