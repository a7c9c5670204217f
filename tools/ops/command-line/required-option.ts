import { z } from 'zod';
import { isOneLine } from '../../../shared/src/lib/plain-text.ts';
import { UserError } from '../../command/user-error.ts';

const emailSchema = z.email();

/** @throws UserError when the option was not given, is blank, or is more than one plain line. */
export function required(options: Readonly<Record<string, string>>, name: string): string {
  const value = options[name]?.trim() ?? '';
  if (value === '') throw new UserError(`--${name} is missing`);
  if (!isOneLine(value)) {
    throw new UserError(`--${name} contains line breaks, control characters or invisible characters`);
  }
  return value;
}

/** An address, in lower case. @throws UserError when it is no email address. */
export function requiredEmail(options: Readonly<Record<string, string>>, name = 'email'): string {
  const email = emailSchema.safeParse(required(options, name));
  if (!email.success) throw new UserError(`--${name} is not an email address: ${options[name]}`);
  return email.data.toLowerCase();
}
