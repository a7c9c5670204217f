import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { expect, test } from 'vitest';
import { SESSION_TOKEN_SECONDS } from '../../../supabase/functions/api/secrets/session-token.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** A test of its own compares the limits on attempts: `operations-figures.test.ts`. */
const { ATTEMPT_LIMITS: _limits, ...terms } = contract;

/** What a passage about each term mentions. Elsewhere the same figure is a coincidence. */
const ABOUT: Readonly<Record<keyof typeof terms, RegExp>> = {
  ACCESS_LINK_LIFE_SECONDS: /link|access|exten/i,
  ACCESS_LINK_EXPIRING_WITHIN_SECONDS: /link|access|expir/i,
  CODE_LIFE_SECONDS: /\bcode/i,
  CODE_RESEND_PAUSE_SECONDS: /\bcode/i,
  CODE_MAX_ATTEMPTS: /\bcode/i,
  REP_SESSION_LIFE_SECONDS: /session|\brep/i,
  REP_SESSIONS_MAX: /session/i,
  CUSTOMER_SESSIONS_MAX: /session/i,
  MANAGER_ACCESS_LIFE_SECONDS: /Operations|manager/i,
  HANDOVERS_UNDONE_WITHIN_SECONDS: /handover|hand over/i,
  SALES_IMPORTS_UNDONE_WITHIN_SECONDS: /undo an import|imports? (?:can be|is) undone/i,
  SCREEN_IMPORT_MAX_ROWS: /import/i,
  CONTACT_MAIL_LATE_AFTER_SECONDS: /mail to the team|without (?:a )?mail/i,
  MAILS_TRIED_DAYS: /(?:sent|tried|tries) .*again/i,
  FIRST_ANSWER_WITHIN_SECONDS: /first answer|overdue/i,
  REQUESTS_RECENT_DAYS: /new (?:contact )?requests?/i,
  PRICE_CHANGES_SOON_DAYS: /prices? (?:that )?changes?/i,
  QUOTE_VALID_DAYS: /quote/i,
  COMMISSION_PENDING_DAYS: /pending|commission/i,
  SITE_EVENTS_KEPT_DAYS: /site.events/i,
  SITE_EVENTS_MAX_ROWS_PER_DAY: /site[\s_]+events/i,
  SITE_EVENTS_MAX_BYTES_PER_DAY: /site[\s_]+events/i,
  SITE_COUNTS_KEPT_DAYS: /counts? of visits/i,
  SITE_COUNTS_MAX_PER_DAY: /counts? of visits|site.counts/i,
  SITE_COUNTS_MAX_CAMPAIGNS_PER_DAY: /counts? of visits|site.counts/i,
  SITE_COUNTS_MAX_ROWS_PER_DAY: /counts? of visits|site.counts/i,
  FAILED_MAILS_KEPT_DAYS: /failed mail|mails? that failed/i,
  CONTACT_REQUESTS_KEPT_DAYS: /contact request/i,
  QUARANTINED_REQUESTS_KEPT_DAYS: /quarantine/i,
  IDLE_CUSTOMERS_KEPT_DAYS: /customer/i,
  SIGN_IN_TRACES_KEPT_DAYS: /sign-in|session/i,
  AUDIT_TRAIL_KEPT_DAYS: /trail/i,
  CODES_KEPT_DAYS: /\bcodes? (?:is|are) kept/i,
  ATTEMPT_COUNTS_KEPT_DAYS: /attempts? (?:is|are) kept/i,
};

interface Term {
  /** As a text would repeat it: '48 hours', '2 days'. */
  figures: readonly string[];
  about: RegExp;
}

const TERMS: readonly Term[] = [
  ...Object.entries(terms).map(([name, value]) => ({
    figures: figuresOf(name, value),
    about: ABOUT[name as keyof typeof terms],
  })),
  { figures: [durationWords(SESSION_TOKEN_SECONDS)], about: /token|JWT/i },
];

function figuresOf(name: string, value: number): string[] {
  if (name.endsWith('_ATTEMPTS')) return [`${value} attempts`, `${value} tries`];
  if (name.endsWith('_SESSIONS_MAX')) return [`${value} sessions`];
  if (name.endsWith('_MAX_ROWS')) return [`${value} rows`, `${value.toLocaleString('en-US')} rows`];
  if (name.endsWith('_DAYS')) return [`${value} days`];
  if (name.endsWith('_BYTES_PER_DAY')) return [`${value / 1024 ** 2} MiB`];
  const [, counted = 'counts'] = /_MAX_(?:([A-Z]+)_)?PER_DAY$/.exec(name) ?? [];
  if (name.endsWith('_PER_DAY'))
    return [...new Set([`${value}`, value.toLocaleString('en-US')])].map(
      (number) => `${number} ${counted.toLowerCase()}`,
    );
  const days = value / 86_400;
  return [durationWords(value), ...(Number.isInteger(days) ? [`${days} days`] : [])];
}

/** The figures of terms that a Markdown text repeats. A rate such as "5 codes in 10 minutes" is none of them. */
function repeatedTerms(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  // A passage is a row of a table, a point of a list or a paragraph.
  const passages = prose.split(/\n\s*\n|\n(?=[|-])/);
  return passages.flatMap((passage) =>
    TERMS.filter(({ about }) => about.test(passage)).flatMap(({ figures }) =>
      figures.filter((figure) => figurePattern(figure).test(passage)),
    ),
  );
}

/** '48 hours', '48 h', '48-hour' and, of small numbers, 'ten minutes' or 'a day'. Across a line break as well. */
function figurePattern(figure: string): RegExp {
  const [number = '', unit = ''] = figure.split(' ');
  const word = NUMBERS[Number(number)];
  const words = [number, ...(word === undefined ? [] : [word]), ...(number === '1' ? ['an?'] : [])];
  const numbers = `(?:${words.join('|')})`;
  const short = unit === 'hours' || unit === 'seconds' ? `|${unit[0]}` : '';
  return new RegExp(`(?<!\\bin )\\b${numbers}[\\s-]+(?:${unit}|${unit.replace(/s$/, '')}${short})\\b`, 'i');
}

/** Seconds that the project itself gives to a token, as `supabase/config.toml` says. */
function configuredTokenSeconds(): number {
  const config = readFileSync(join(WORKSPACE_ROOT, 'supabase/config.toml'), 'utf8');
  return Number(/^jwt_expiry = (\d+)$/m.exec(config)?.[1]);
}

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
