/**
 * A reason the stack cannot start that its operator can act on. The message is one clear line: print it alone,
 * without a stack, and exit with a code other than 0.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s*\n\s*/g, ' '), options);
  }
}
