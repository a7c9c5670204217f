/**
 * A mistake that the person who ran a command can correct: a wrong argument, a setting, a missing program, a full disk.
 * `runCommand` answers it with its message alone, one line, and exit code 1.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
  }
}
