import { parseSync, Visitor } from 'oxc-parser';

/**
 * British spellings, and words that are signs of a sentence that wants rewriting. `canceled`: the specification writes
 * 'Cancelled', and one screen has one spelling.
 */
const NOT_ON_SCREENS =
  /\b(?:catalogues?|behaviour\w*|colou?rise\w*|favour\w*|somebody|nobody|whoever|anew|canceled|canceling)\b/i;

/** A path or the name of a package. */
const NO_TEXT = /^[./@]\S+$/;

/**
 * Finds words in texts of screens and mails that plain American English does without. Names of events, files and
 * packages are no texts.
 * @returns a line each
 */
export function screenWords(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const look = (text: string, start: number) => {
    const word = NOT_ON_SCREENS.exec(text)?.[0];
    if (word !== undefined && !NO_TEXT.test(text)) {
      found.push(`${file}:${source.slice(0, start).split('\n').length}: ${word}`);
    }
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') look(value, start);
    },
    TemplateElement: ({ value, start }) => look(value.raw, start),
    JSXText: ({ value, start }) => look(value, start),
  }).visit(program);
  return found;
}
