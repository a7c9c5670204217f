import { createInterface } from 'node:readline/promises';
import { UserError } from './user-error.ts';

/** @returns what a person answers, trimmed. @throws UserError when they leave with Ctrl-C or Ctrl-D instead. */
export async function askOnTerminal(
  question: string,
  { input, output }: { input: NodeJS.ReadableStream; output: NodeJS.WritableStream } = {
    input: process.stdin,
    output: process.stdout,
  },
): Promise<string> {
  const terminal = createInterface({ input, output, terminal: true });
  const left = new AbortController();
  // Without it, Ctrl-D would end the command as if all was done.
  terminal.once('close', () => left.abort(new UserError('Stopped. Nothing was changed.')));
  try {
    const answer = await terminal.question(`${question} `, { signal: left.signal });
    return answer.trim();
  } catch (error) {
    left.signal.throwIfAborted();
    throw error;
  } finally {
    terminal.close();
  }
}
