import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

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
function screenWords(file: string, source: string): string[] {
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

/** The specification's own spelling of a claim, quoted. */
const QUOTES = 'marketing/src/content/claims.ts';

test.each([
  ["const a = 'Assigned to nobody';", 'nobody'],
  ['const a = `Somebody got a link`;', 'Somebody'],
  ['const a = <p>Not in the catalogue.</p>;', 'catalogue'],
  ["const a = 'The sale was canceled.';", 'canceled'],
  ["const a = sale.isCancelled ? ', Canceled' : '';", 'Canceled'],
])('%s has a word that screens do without', (line, word) => {
  expect(screenWords('a.tsx', `const b = 1;\n${line}`)).toEqual([`a.tsx:2: ${word}`]);
});

test.each(["import a from './catalogue.ts';", "const a = 'catalogue_loaded';", '// Nobody reads this.'])(
  '%s is not a text',
  (line) => {
    expect(screenWords('a.tsx', line)).toEqual([]);
  },
);

test("the specification's spelling of a cancelled sale is the one spelling", () => {
  expect(screenWords('a.tsx', "const a = ['Cancelled', 'A cancelled sale'];")).toEqual([]);
});

test('screens and mails speak plain American English', () => {
  const files = globSync('{host,marketing,portal,shared,supabase/functions}/**/*.{ts,tsx}', {
    cwd: WORKSPACE_ROOT,
    exclude: (file) => /node_modules|dist|[.]test[.]/.test(file),
  }).filter((file) => file !== QUOTES);
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => screenWords(file, readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8'))),
  ).toEqual([]);
});
