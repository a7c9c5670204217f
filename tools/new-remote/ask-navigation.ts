import type { NavigationEntry } from '@corvane/shared/contracts/remote/remote';
import { askOnTerminal } from '../command/ask-on-terminal.ts';
import { UserError } from '../command/user-error.ts';

const PLACES = ['header', 'footer', 'none'] as const;
const AUDIENCES = ['everyone', 'customer', 'rep'] as const;

/** Answers that were given as options. */
interface NavigationAnswers {
  place?: string[] | undefined;
  label?: string | undefined;
  order?: string | undefined;
  for?: string | undefined;
}

interface Page {
  path: string;
  title: string;
}

/** Asks one question. @returns the answer, or the default in brackets. */
type Ask = (question: string, usual: string) => Promise<string>;

/**
 * Where the site links to a new page. Missing options are asked for on a terminal. Elsewhere the default applies: a
 * link in the footer, for everyone. @throws UserError for an invalid answer.
 */
export async function askNavigation(
  page: Page,
  answers: NavigationAnswers,
  ask: Ask = async (question, usual) =>
    (process.stdin.isTTY && (await askOnTerminal(`${question} [${usual}]`))) || usual,
): Promise<NavigationEntry[]> {
  const given =
    answers.place ??
    (await ask('Link in the header, the footer, both (header,footer) or none?', 'footer')).split(/[\s,]+/);
  const places = [...new Set(given)].map((place) => oneOf(PLACES, place, 'place'));
  const linked = places.filter((place) => place !== 'none');
  if (linked.length === 0) return [];
  const label = answers.label ?? (await ask('Text of the link?', page.title));
  const written = answers.order ?? (await ask("Order? The host's own links are 10, 20, 30 …", '100'));
  const order = Number(written);
  if (!Number.isInteger(order)) throw new UserError(`The order must be a whole number, not "${written}"`);
  const audience = oneOf(
    AUDIENCES,
    answers.for ?? (await ask('Who sees it: everyone, customer or rep?', 'everyone')),
    'audience',
  );
  return linked.map((place) => ({
    place,
    path: page.path,
    label,
    ...(order === 100 ? {} : { order }),
    ...(audience === 'everyone' ? {} : { audience }),
  }));
}

function oneOf<T extends string>(allowed: readonly T[], value: string, what: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined)
    throw new UserError(`The ${what} must be one of ${allowed.join(', ')}, not "${value}"`);
  return found;
}
