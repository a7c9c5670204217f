import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as terms from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { expect, test } from 'vitest';
import { SESSION_TOKEN_SECONDS } from '../../../supabase/functions/api/secrets/session-token.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { configuredTokenSeconds, repeatedTerms } from './terms-in-text.ts';

const DOCUMENTS = readdirSync(join(WORKSPACE_ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs', file));

const LINK = durationWords(terms.ACCESS_LINK_LIFE_SECONDS);
const HANDOVER = durationWords(terms.HANDOVERS_UNDONE_WITHIN_SECONDS);
const OPERATIONS = durationWords(terms.MANAGER_ACCESS_LIFE_SECONDS);
const ROWS = `${terms.SITE_EVENTS_MAX_ROWS_PER_DAY.toLocaleString('en-US')} rows`;

test.each(['README.md', ...DOCUMENTS])('%s repeats no figure of schemas/terms.sql', (file) => {
  expect(repeatedTerms(readFileSync(join(WORKSPACE_ROOT, file), 'utf8'))).toEqual([]);
});

test.each([
  [`The link works for ${LINK}.`, [LINK]],
  [`| link | ${LINK.replace(' hours', ' h')} |`, [LINK]],
  [`A code has ${terms.CODE_MAX_ATTEMPTS}\ntries.`, [`${terms.CODE_MAX_ATTEMPTS} tries`]],
  ['A JWT of ten minutes.', ['10 minutes']],
  [`A handover can be undone for ${HANDOVER}.`, [HANDOVER]],
  [`Operations stays open for ${OPERATIONS}.`, [OPERATIONS]],
  [`Site events of a day: 64 MiB and ${ROWS}.`, ['64 MiB', ROWS]],
  ['At most 5 codes in 10 minutes.', []],
  ['A version is kept for 30 days.', []],
])('"%s" repeats %j', (text, figures) => {
  expect(repeatedTerms(text)).toEqual(figures);
});

test('the project and the functions agree on the life of a token', () => {
  expect(configuredTokenSeconds()).toBe(SESSION_TOKEN_SECONDS);
});
