import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact/contact';
import { ATTEMPT_LIMITS } from '@corvane/shared/contracts/backend/terms';
import { expect, test } from 'vitest';
import { DOCTOR_CHECKS } from '../../../operations/doctor/doctor-checks.ts';
import { MIN_FREE_PERCENT } from '../../machine/free-percent.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Facts that these documents repeat from the code. */
const OPERATIONS = readFileSync(path.join(WORKSPACE_ROOT, 'docs/operations.md'), 'utf8');
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

/** Below a heading, up to the next one. */
function chapter(heading: string): string {
  const [, behind = ''] = OPERATIONS.split(`\n${heading}\n`);
  return behind.split(/\n##+ /)[0] ?? '';
}

test('the document lists the items of the doctor', () => {
  const cells = [...chapter('## The doctor').matchAll(/^\| (`[^|]+)\|/gm)].map(([, cell = '']) => cell);
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
  expect(listed.sort()).toEqual(DOCTOR_CHECKS.map(({ name }) => name).sort());
});

const NUMBERS: Record<number, string> = { 3: 'three', 100: 'a hundred' };

test.each([
  [
    'when a contact request is quarantined',
    `was sent within ${CONTACT_MIN_MS / 1000} s of the form's appearing`,
  ],
  [
    'when confirmations are limited',
    `had ${NUMBERS[ATTEMPT_LIMITS['confirmation:email'].attempts]} confirmations within a day, or a network ${NUMBERS[ATTEMPT_LIMITS['confirmation:ip'].attempts]}`,
  ],
  ['when a disk is too full', `under ${MIN_FREE_PERCENT} % is free below a folder`],
])('the document says %s', (_what, words) => {
  expect(inOneLine(OPERATIONS)).toContain(words);
});

/** The sentences of docs/contracts/backend-calls.md, each made from its limit. A new limit needs one. */
const LIMIT_WORDS: Record<keyof typeof ATTEMPT_LIMITS, (attempts: number, window: string) => string> = {
  'sign-in:ip': (n, window) => `${n} failed sign-ins of representatives in ${window}`,
  'sign-in-customer:ip': (n) => `and ${n} of customers.`,
  'contact:ip': (n, window) => `${n} contact requests in ${window}`,
  'contact:ip-day': (n, window) => `, and ${n} ${window}.`,
  'contact:day': (n) => `from all addresses together: ${n.toLocaleString('en-US')} contact requests and`,
  'confirmation:day': (n) => `and ${n.toLocaleString('en-US')} confirmation mails.`,
  'site-events:ip': (n, window) => `${n} batches of site events in ${window}`,
  'confirmation:ip': (n, window) => `${n} confirmation mails ${window}`,
  'sign-in:id': (n, window) => `The same wrong sales ID: ${n} in ${window}`,
  'code:rep': (n) => `Limits on codes: ${n} per representative and`,
  'code:email': (n, window) => `and ${n} per customer address in ${window}, `,
  'code:rep-day': (n, window) => `Limits on codes of a day: ${n} ${window} per representative, `,
  'code:email-day': (n, window) => `, ${n} ${window} per customer address, `,
  'manager-code:rep': (n, window) => `${n} per manager in ${window}.`,
  'manager-code:rep-day': (n, window) => `${n} ${window} per manager.`,
  'link-mail:rep': (n) => `Limits on mailed links: ${n} per representative and`,
  'link-mail:email': (n, window) => `and ${n} per customer address in ${window}. `,
  'confirmation:email': (n, window) => `Limit on confirmations: ${n} ${window} per address`,
};
const WINDOWS: Record<number, string> = {
  60: 'one minute',
  300: '5 minutes',
  600: '10 minutes',
  86400: 'a day',
};

test('the contract of the backend has every limit on attempts', () => {
  const file = path.join(WORKSPACE_ROOT, 'docs/contracts/backend-calls.md');
  const contract = inOneLine(readFileSync(file, 'utf8'));
  for (const [name, { attempts, windowSeconds }] of Object.entries(ATTEMPT_LIMITS)) {
    const window = WINDOWS[windowSeconds] ?? `${windowSeconds} s`;
    const words = LIMIT_WORDS[name as keyof typeof ATTEMPT_LIMITS](attempts, window);
    expect(contract.includes(words), `backend-calls.md contains "${words}"`).toBe(true);
  }
});

test('the document has the figures of the doctor', () => {
  const rows = inOneLine(chapter('## The doctor'));
  const figure = (file: string, name: string) => {
    const source = readFileSync(path.join(WORKSPACE_ROOT, `operations/doctor/checks/${file}.ts`), 'utf8');
    const [, text = ''] = new RegExp(`${name}[ =:]+([\\d_]+)`).exec(source) ?? [];
    return Number(text.replaceAll('_', ''));
  };
  const agesOfJobs = readFileSync(path.join(WORKSPACE_ROOT, 'operations/doctor/checks/jobs.ts'), 'utf8');
  const maxAge = (job: string) => {
    const [, count, unit = ''] =
      new RegExp(`job: '${job}',\\s+maxAgeMs: (\\d+) [*] (HOUR|DAY)_MS`).exec(agesOfJobs) ?? [];
    return `${count} ${unit.toLowerCase()}s`;
  };
  expect(maxAge('backup')).toBe(maxAge('retention'));
  for (const words of [
    `under ${figure('certificate', 'MIN_DAYS_LEFT')} days left`,
    `a canary has run for over ${figure('release', 'MAX_CANARY_DAYS')} days`,
    `the doctor names an undecided canary after ${figure('release', 'MAX_CANARY_DAYS')} days`,
    `clocks differ by over ${figure('clocks', 'TOLERANCE_MS') / 1000} s`,
    `is ${figure('archive', 'MAX_HELD_BYTES') / 2 ** 30} GiB behind; no copy for ${maxAge('base')}, no drill for ${maxAge('archive_drill')}`,
    `holds over ${figure('archive', 'MAX_HELD_BYTES') / 2 ** 30} GiB of the log`,
    `the last run is over ${maxAge('retention')} ago, for \`prune\` over ${maxAge('prune')}, for the drill over ${maxAge('restore_drill')}`,
  ])
    expect(rows.includes(words), `"The doctor" contains "${words}"`).toBe(true);
});
