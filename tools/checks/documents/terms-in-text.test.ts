import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SESSION_TOKEN_SECONDS } from '../../../supabase/functions/_shared/secrets/session-token.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { configuredTokenSeconds, repeatedTerms } from './terms-in-text.ts';

const DOCUMENTS = readdirSync(join(WORKSPACE_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file));

test.each(['README.md', ...DOCUMENTS])('%s repeats no figure of schemas/terms.sql', (file) => {
  expect(repeatedTerms(readFileSync(join(WORKSPACE_ROOT, file), 'utf8'))).toEqual([]);
});

test.each([
  ['The link works for 48 hours.', ['48 hours']],
  ['| link | 48 h |', ['48 hours']],
  ['A code has five\ntries.', ['5 tries']],
  ['A JWT of ten minutes.', ['10 minutes']],
  ['A handover can be undone for a day.', ['1 days']],
  ['Operations stays open for eight hours.', ['8 hours']],
  ['At most 5 codes in 10 minutes.', []],
  ['A version is kept for 30 days.', []],
])('"%s" repeats %j', (text, figures) => {
  expect(repeatedTerms(text)).toEqual(figures);
});

test('the project and the functions agree on the life of a token', () => {
  expect(configuredTokenSeconds()).toBe(SESSION_TOKEN_SECONDS);
});
