import { PassThrough } from 'node:stream';
import { UserError } from '@corvane/tools/command/user-error';
import { expect, test } from 'vitest';
import { confirm } from './confirm.ts';

function answered(typed: string, isTTY = true): Promise<void> {
  const input = Object.assign(new PassThrough(), { isTTY });
  const asked = confirm('Change 7 stored sales?', false, { input, output: new PassThrough() });
  input.write(`${typed}\r`);
  return asked;
}

test.each(['y', 'Y', 'yes', 'Yes', ' y '])('%j is a yes', async (typed) => {
  await expect(answered(typed)).resolves.toBeUndefined();
});

test.each(['', 'n', 'no', 'yess', 'ye', 'y n', 'ok'])('%j is a no', async (typed) => {
  await expect(answered(typed)).rejects.toThrow(new UserError('Nothing was changed'));
});

test('without a terminal, nothing is asked and nothing changed', async () => {
  await expect(answered('y', false)).rejects.toThrow('Use --yes to confirm');
});
