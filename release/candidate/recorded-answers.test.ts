import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { BROWSER_CALLS } from '@corvane/shared/contracts/backend/calls';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { expect, test } from 'vitest';
import { checkAnswers, RECORDED_CALLS, readRecordedAnswers } from './recorded-answers.ts';

test('the recorded answers match the contract, and none of an earlier contract is left', () => {
  expect(Object.keys(readRecordedAnswers()).sort()).toEqual([...RECORDED_CALLS].sort());
});

test('an answer that the browser could not read is noticed', () => {
  const answers = readRecordedAnswers();
  expect(() => checkAnswers({ ...answers, get_plan_prices: [{}] })).toThrow('get_plan_prices');
  const { get_customers: _left, ...others } = answers;
  expect(() => checkAnswers(others)).toThrow('get_customers');
});

test('each one answers a call that browsers may make', () => {
  const names = BROWSER_CALLS.map(({ name }) => name);
  for (const call of RECORDED_CALLS) expect(names).toContain(call);
});

/** The recorded representative is no manager. What changes a request or a statement is not recorded yet: the gate answers that it is unavailable. */
const NOT_RECORDED = [
  ...BROWSER_CALLS.filter(({ callers }) => callers.every((caller) => caller === 'manager')).map(
    ({ name }) => name,
  ),
  'send-manager-code',
  'check-manager-code',
  'change-contact-request',
  'question-statement',
];

test('each call of the portal has a recorded answer, so no part is tested with an error only', async () => {
  const source = path.join(WORKSPACE_ROOT, 'portal/src');
  const files = (await readdir(source, { recursive: true })).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const texts = await Promise.all(files.map((file) => readFile(path.join(source, file), 'utf8')));
  const called = texts.flatMap((text) =>
    [...text.matchAll(/\bask\([^']*'([a-z]+(?:[-_][a-z]+)+)'/g)].map(([, name]) => name),
  );
  expect(called.length).toBeGreaterThan(40);
  const known = [...RECORDED_CALLS, ...NOT_RECORDED] as string[];
  expect(called.filter((name) => !known.includes(name ?? ''))).toEqual([]);
});

test('the recorded lists have rows to use each action on', () => {
  const answers = readRecordedAnswers() as unknown as Record<string, { rows: unknown[] }>;
  expect(answers.get_sales_table?.rows.length).toBeGreaterThan(5);
  expect(answers.get_customers?.rows.length).toBeGreaterThan(2);
});
