import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { readCatalogue } from '@corvane/tools/catalogue/read-catalogue';
import { UserError } from '@corvane/tools/command/user-error';
import { pageFileOf } from '../store/needed-files.ts';
import { REGISTRY_FILE } from '../store/site-store.ts';
import { fieldAt, textOf } from './page-text.ts';

type Plan = ReturnType<typeof readCatalogue>['plans'][number];

/** Zero first. "a" and "an" are left out: they also stand for any. */
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** With one of these, a sentence may compare, add, or speak of another time than a month. */
const NOT_PLAIN =
  /\b(?:than|up to|over|at least|plus|also|add\w*|extra|another|but|except|unlike|without|not|never|left|each|total|years?|yearly|annual\w*|quarter\w*|weeks?|weekly|days?|daily)\b/i;
const YES_OR_NO = ['Included', 'Not included'];

/**
 * Compares the public pages of applications with the plans of the work tree. Only pages that are released now: another
 * team's page, or a rollback, may be of a time with other plans.
 * @throws UserError naming the page, the field and the fact of the catalogue.
 */
export async function refuseOtherPlans(pagesDir: string, apps: readonly string[]): Promise<void> {
  const { plans } = readCatalogue();
  const { remotes } = JSON.parse(await readFile(path.join(pagesDir, REGISTRY_FILE), 'utf8')) as Registry;
  for (const { path: route, access } of apps.flatMap((app) => remotes[app]?.routes ?? [])) {
    if (access !== 'public') continue;
    const file = pageFileOf(route);
    const found = contradictionIn(await readFile(path.join(pagesDir, file), 'utf8'), plans);
    if (found !== null) throw new UserError(`Not released: ${file} ${found}`);
  }
}

/**
 * Finds a sentence that gives a plan another amount or level than the catalogue. It looks at plain sentences that begin
 * with plans, as "Moonshot includes 10 Data Enrichments". It leaves others alone, so that what it finds is wrong.
 * @returns null when there is none
 */
export function contradictionIn(html: string, plans: readonly Plan[]): string | null {
  // The page's own settings have the descriptions of other pages.
  const text = textOf(html.replace(/<script[^>]*"application\/json".*?<\/script>/gs, '')).replace(
    /<\/?(?:a|b|em|i|mark|strong)\b[^>]*>/g,
    '',
  );
  const name = plans.map((plan) => escaped(plan.name)).join('|');
  const sentences = new RegExp(
    `(?<=[>".!?]\\s*)(?:(?:On|With) )?((?:${name})(?:(?:, and |, | and )(?:${name}))*)(?::| (?:includes?|has|have|comes? with|contains?|offers?|gives? you)(?= )|,? you (?:get|have)(?= ))([^<>".;:!?]*)`,
    'g',
  );
  for (const { 0: sentence, 1: subjects = '', 2: rest = '', index } of text.matchAll(sentences)) {
    if (NOT_PLAIN.test(rest) || new RegExp(name).test(rest)) continue;
    const named = plans.filter((plan) => subjects.split(/, and |, | and /).includes(plan.name));
    for (const { name: feature } of plans[0]?.features ?? []) {
      const said = saidOf(rest, feature, plans);
      const wrong = said === null ? undefined : named.find((plan) => levelOf(plan, feature) !== said);
      if (wrong === undefined) continue;
      const field = fieldAt(text, index);
      return `contradicts supabase/catalogue.json in ${field}: "${sentence.trim()}". ${wrong.name} has ${feature}: ${limitOf(wrong, feature)}`;
    }
  }
  return null;
}

/** Of a list of what a plan has. @example saidOf(' VIP support and two custom models', 'Custom Models', plans) // '2' */
function saidOf(text: string, feature: string, plans: readonly Plan[]): string | null {
  if (plans.some((plan) => YES_OR_NO.includes(limitOf(plan, feature)))) return null;
  const levels = plans.map((plan) => levelOf(plan, feature)).filter((level) => !/^\d+$/.test(level));
  const value = levels.length === 0 ? `\\d[\\d,]*|${NUMBERS.join('|')}` : levels.map(escaped).join('|');
  const noun = `${escaped(feature.replace(/s$/, ''))}s?`;
  // What follows could make it another thing, such as reviews of models, or models per brand.
  const end = '(?= and | (?:a|per|every) month|,|\\s*$)';
  const found = new RegExp(`(?:^|,| and) (?:the )?(${value}) (?:monthly )?${noun}${end}`, 'i').exec(
    text,
  )?.[1];
  if (found === undefined) return null;
  const number = NUMBERS.indexOf(found.toLowerCase());
  return number === -1 ? found.toLowerCase().replaceAll(',', '') : String(number);
}

/** What a text says of a plan. @example levelOf(moonshot, 'Support') // 'premium' */
function levelOf(plan: Plan, feature: string): string {
  const limit = limitOf(plan, feature);
  return limit === 'None' ? '0' : limit.replace(/ \(.*/, '').toLowerCase();
}

function limitOf({ features }: Plan, feature: string): string {
  return features.find((one) => one.name === feature)?.limit ?? 'None';
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
