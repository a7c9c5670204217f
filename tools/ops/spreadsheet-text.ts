/** A spreadsheet takes a cell that begins with one of these for a formula, and runs it. */
const BEGINS_LIKE_A_FORMULA = /^[=+\-@\t\r]/;

/** Puts an apostrophe before text that a spreadsheet would run; `restoreText` takes it away again. */
export function neutraliseText(text: string): string {
  return BEGINS_LIKE_A_FORMULA.test(text) || text.startsWith("'") ? `'${text}` : text;
}

/** The text as it was before `neutraliseText`. An apostrophe before anything else is the text's own. */
export function restoreText(text: string): string {
  const rest = text.slice(1);
  return text.startsWith("'") && (BEGINS_LIKE_A_FORMULA.test(rest) || rest.startsWith("'")) ? rest : text;
}
