import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { checkAnswers, readRecordedAnswers } from '../../release/candidate/recorded-answers.ts';

test('the backend still gives each answer that is recorded', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'corvane-answers-')), 'answers.json');
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, 'record-answers.ts'), file]);
  const answers = checkAnswers(JSON.parse(await readFile(file, 'utf8')));
  expect(Object.keys(answers)).toEqual(Object.keys(readRecordedAnswers()));
});
