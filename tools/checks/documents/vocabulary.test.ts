import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { gitNow } from '../../process/git.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { forbiddenNames, readVocabulary } from './vocabulary.ts';

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');
/** Of pictures and the like, only the name counts. */
const textOf = (file: string) => (/[.](?:tsx?|sql|md)$/.test(file) ? read(file) : '');
const vocabulary = readVocabulary(read('docs/glossary.md'));

test('no name, and no document, contains a word that the glossary forbids', () => {
  const files = gitNow(WORKSPACE_ROOT, 'ls-files')
    .split('\n')
    // A migration is history, and a schema says the same. The glossary and this file name what is forbidden.
    .filter(
      (file) =>
        file !== '' &&
        !/^(supabase\/migrations\/|docs\/glossary[.]md|tools\/checks\/documents\/vocabulary[.]test)/.test(
          file,
        ),
    )
    .filter((file) => existsSync(path.join(WORKSPACE_ROOT, file)));
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) =>
      forbiddenNames(file, textOf(file), vocabulary).map((found) => `${file}:${found}`),
    ),
  ).toEqual([]);
});

test.each([
  ['a.ts', 'const newestLead = 1;', ['1: newestLead']],
  ['a.ts', '\nexport interface A { leadName: string }', ['2: leadName']],
  ['a.tsx', 'const a = <p title="A lead">Leads to nothing</p>; // the lead', []],
  ['a.ts', 'row.qualified_lead_id', []],
  ['a.sql', "select lead_name from x where y = 'lead' -- lead", ['1: lead_name']],
  ['a.sql', 'select qualified_leads_email_key', []],
  ['a.ts', "run('select lead_name from x');", ['1: lead_name']],
  ['a.ts', "say('The lead of x');", []],
  ['a.ts', 'run(`\n  update leads set name = 1 where lead_id = 1`);', ['2: leads']],
  ['a.ts', "run('alter table leads add x integer');", ['1: leads']],
  ['a.ts', 'class A { #newestLead = 1; }', ['1: newestLead']],
  ['a.ts', "const a = { 'lead-name': 1, 'lead of x': 2 };", ['1: lead-name']],
  ['a.ts', "const { 'transfer-encoding': encoding } = headers;", []],
  ['a.ts', "interface A { 'lead-name': string }", ['1: lead-name']],
  ['a.ts', 'const LEADNAME = 1, LEADING = 2, COSTS = 3;', ['1: LEADNAME', '1: COSTS']],
  [
    'a.ts',
    'const accessJwt = 1, access = 2, sessionAccessTokens = 3;',
    ['1: accessJwt', '1: sessionAccessTokens'],
  ],
  ['portal/src/lead-row.test.tsx', '', ['0: lead-row']],
  ['portal/src/lead-row.css', '.lead {}', ['0: lead-row']],
  ['marketing/src/lead-row.tsx', 'const revealAt = 1;', []],
  ['marketing/src/a.tsx', 'const guest = 1;', ['1: guest']],
  ['docs/a.md', 'No payouts\nto dealers.', ['1: payouts', '2: dealers']],
  ['a.ts', 'const guesses = readSubmissions();', ['1: guesses', '1: readSubmissions']],
  ['docs/a.md', 'A lead sends a\nsubmission, `submission`.', ['2: submission']],
])('in %s "%s" the forbidden names are %j', (file, text, found) => {
  expect(forbiddenNames(file, text, vocabulary)).toEqual(found);
});

test('a glossary that cannot be read is an error, not an empty list', () => {
  expect(() => readVocabulary('# Glossary')).toThrow('cannot be read');
});
