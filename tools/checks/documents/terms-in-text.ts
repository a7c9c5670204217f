import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as terms from '@corvane/shared/contracts/backend/terms';
import { durationWords } from '@corvane/shared/lib/duration-words';
import { SESSION_TOKEN_SECONDS } from '../../../supabase/functions/_shared/session-token.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

interface Term {
  /** As a text would repeat it: '48 hours'. */
  figure: string;
  /** The passage is about the term; another figure may be the same by chance. */
  about: RegExp;
}

const TERMS: readonly Term[] = [
  { figure: durationWords(terms.ACCESS_LINK_LIFE_SECONDS), about: /link|access|exten/i },
  { figure: durationWords(terms.ACCESS_LINK_EXPIRING_WITHIN_SECONDS), about: /link|access|expir/i },
  { figure: durationWords(terms.CODE_LIFE_SECONDS), about: /\bcode/i },
  { figure: durationWords(terms.CODE_RESEND_PAUSE_SECONDS), about: /\bcode/i },
  { figure: `${terms.CODE_MAX_ATTEMPTS} attempts`, about: /\bcode/i },
  { figure: `${terms.CODE_MAX_ATTEMPTS} tries`, about: /\bcode/i },
  { figure: durationWords(terms.REP_SESSION_LIFE_SECONDS), about: /session|\brep/i },
  { figure: durationWords(SESSION_TOKEN_SECONDS), about: /token|JWT/i },
  { figure: `${terms.COMMISSION_PENDING_DAYS} days`, about: /pending|commission/i },
  { figure: `${terms.SITE_EVENTS_KEPT_DAYS} days`, about: /site.events/i },
  { figure: `${terms.SITE_COUNTS_KEPT_DAYS} days`, about: /counts? of visits/i },
];

/** The figures of terms that a Markdown text repeats. A rate such as "5 codes in 10 minutes" is none of them. */
export function repeatedTerms(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  // A passage is a row of a table, a point of a list or a paragraph.
  const passages = prose.split(/\n\s*\n|\n(?=[|-])/);
  return passages.flatMap((passage) =>
    TERMS.filter(({ figure, about }) => about.test(passage) && figurePattern(figure).test(passage)).map(
      ({ figure }) => figure,
    ),
  );
}

/** '48 hours', '48 h', '48-hour' and, of small numbers, 'ten minutes'; across a line break as well. */
function figurePattern(figure: string): RegExp {
  const [number = '', unit = ''] = figure.split(' ');
  const word = NUMBERS[Number(number)];
  const numbers = word === undefined ? number : `(?:${number}|${word})`;
  const short = unit === 'hours' || unit === 'seconds' ? `|${unit[0]}` : '';
  return new RegExp(`(?<!\\bin )\\b${numbers}[\\s-]+(?:${unit}|${unit.replace(/s$/, '')}${short})\\b`, 'i');
}

/** Seconds that the project itself gives to a token, as `supabase/config.toml` says. */
export function configuredTokenSeconds(): number {
  const config = readFileSync(join(WORKSPACE_ROOT, 'supabase/config.toml'), 'utf8');
  return Number(/^jwt_expiry = (\d+)$/m.exec(config)?.[1]);
}
