import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askOnTerminal } from './ask-on-terminal.ts';
import { UserError } from './user-error.ts';

function ask(typed: string) {
  const input = new PassThrough();
  const asked = askOnTerminal('Sure? [y/N]', { input, output: new PassThrough() });
  input.write(typed);
  return asked;
}

test('the answer is the line that a person types', async () => {
  expect(await ask(' y \r')).toBe('y');
});

/** Regression: the first printed a stack, the second ended the command as if it had succeeded. */
test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a question is an answer: nothing was changed', async (_, key) => {
  await expect(ask(key)).rejects.toThrow(new UserError('Stopped. Nothing was changed.'));
});
