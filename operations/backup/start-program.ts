import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { UserError } from '@corvane/tools/command/user-error';

/** A program that reads and writes streams. */
interface Program {
  stdin: Writable;
  stdout: Readable;
  /** Resolves when it has ended well. @throws UserError with its own last words */
  done: Promise<void>;
}

/**
 * Starts a program.
 * @param env variables beside ours: other users of the machine can read arguments.
 * @param missing what to do when it is not installed.
 */
export function startProgram(
  program: string,
  args: readonly string[],
  { name = program, env = {}, missing = 'Install it.' } = {},
): Program {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] });
  // What it had not read yet goes with it. Its exit code says why it ended.
  child.stdin.on('error', () => {});
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + String(chunk)).slice(-4_000);
  });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new UserError(
          error.code === 'ENOENT'
            ? `${name} is missing. ${missing}`
            : `${name} did not start: ${error.message}`,
        ),
      ),
    );
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const lines = said.trim().split('\n');
      const words = lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1);
      reject(
        new UserError(`${name} failed: ${words?.replace(/^\S+: (error: )?/, '') || `exit code ${code}`}`),
      );
    });
  });
  // The caller waits for it, maybe only after another failure.
  done.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, done };
}
