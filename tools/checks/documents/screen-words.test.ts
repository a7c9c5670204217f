import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { screenWords } from './screen-words.ts';

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
