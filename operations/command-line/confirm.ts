import { askOnTerminal } from '@corvane/tools/command/ask-on-terminal';
import { terminalLine } from '@corvane/tools/command/terminal-text';
import { UserError } from '@corvane/tools/command/user-error';

/** Asks on the terminal, unless `isSure`. @throws UserError when the answer is not yes, or there is no terminal */
export async function confirm(
  question: string,
  isSure: boolean,
  terminal: { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stdout,
  },
): Promise<void> {
  if (isSure) return;
  if (!terminal.input.isTTY)
    throw new UserError(
      'This command asks for confirmation, and there is no terminal. Use --yes to confirm.',
    );
  const answer = await askOnTerminal(`${terminalLine(question)} [y/N]`, terminal);
  if (!/^y(es)?$/i.test(answer)) throw new UserError('Nothing was changed');
}
