import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTACT_MIN_MS } from '@corvane/shared/contracts/backend/contact';
import { expect, test } from 'vitest';
import { MIN_FREE_PERCENT } from '../../machine/free-percent.ts';
import { DOCTOR_CHECKS } from '../../ops/doctor/doctor-checks.ts';
import {
  DATABASE_LIMITS,
  FAILED_PROBES_ON_POSTGRES,
  OVERRUN_PAUSE_MS,
  PROBE_ANSWER_MS,
} from '../../stack/backend/process/database-limits.ts';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';

/** Facts that docs/operations.md repeats from the code. */
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

test('the document has the limits of database calls', () => {
  const { budget, ...limits } = DATABASE_LIMITS;
  const count = (figure: number) => figure.toLocaleString('en-US');
  const text = inOneLine(chapter('### When the database of the local stack is busy or broken'));
  for (const words of [
    `its ${PROBE_ANSWER_MS / 1000} s probe fails: once (embedded), ${FAILED_PROBES_ON_POSTGRES} times`,
    `calls wait up to ${limits.waitMs / 1000} s`,
    `${budget.cpuSeconds} s of processor time or ${budget.extraMegabytes} MB (embedded), or ${limits.callMs / 1000} s of the clock`,
    `its caller gets 503s for ${OVERRUN_PAUSE_MS / 1000} s`,
    `${limits.replaceAtExtraMegabytes} MB more`,
    `it refused ${count(limits.replaceAtRefusals)} calls`,
    `${count(limits.maxWaiting)} calls wait, or ${limits.maxPerCaller} of one caller`,
    `${limits.maxRunningPerCaller} calls of one caller run on PostgreSQL`,
    `take ${limits.operatorCallMs / 60_000} minutes`,
  ])
    expect(text).toContain(words);
});

test.each([
  [
    'when a contact request is quarantined',
    `was sent within ${CONTACT_MIN_MS / 1000} s of the form's appearing`,
  ],
  ['when a disk is too full', `under ${MIN_FREE_PERCENT} % is free below a folder`],
])('the document says %s', (_what, words) => {
  expect(inOneLine(OPERATIONS)).toContain(words);
});
