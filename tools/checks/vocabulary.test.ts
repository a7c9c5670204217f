import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { forbiddenNames, readVocabulary } from './vocabulary.ts';

const read = (file: string) => readFileSync(path.join(WORKSPACE_ROOT, file), 'utf8');
const vocabulary = readVocabulary(read('docs/glossary.md'));

test('no name in the sources contains a word that the glossary forbids', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql'], {
    cwd: WORKSPACE_ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    // A migration is history, and a schema says the same. In marketing a lead is what our customers look for.
    .filter((file) => file !== '' && !/^(supabase\/migrations|marketing)\//.test(file))
    .filter((file) => existsSync(path.join(WORKSPACE_ROOT, file)));
  expect(files.length).toBeGreaterThan(500);
  expect(
    files.flatMap((file) => forbiddenNames(file, read(file), vocabulary).map((found) => `${file}:${found}`)),
  ).toEqual([]);
});

test.each([
  ['a.ts', 'const newestLead = 1;', ['1: newestLead']],
  ['a.ts', '\nexport interface A { leadId: string }', ['2: leadId']],
  ['a.tsx', 'const a = <p title="A lead">Leads to nothing</p>; // the lead', []],
  ['a.ts', 'row.qualified_lead_id', []],
  ['a.sql', "select lead_name from x where y = 'lead' -- lead", ['1: lead_name']],
  ['a.sql', 'select qualified_leads_email_key', []],
])('in %s "%s" the forbidden names are %j', (file, text, found) => {
  expect(forbiddenNames(file, text, vocabulary)).toEqual(found);
});

test('a glossary that cannot be read is an error, not an empty list', () => {
  expect(() => readVocabulary('# Glossary')).toThrow('cannot be read');
});
