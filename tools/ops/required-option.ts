import { z } from 'zod';
import { StackError } from '../stack/stack-error.ts';

const emailSchema = z.email();

/** @throws StackError when the option was not given, or is blank. */
export function required(options: Readonly<Record<string, string>>, name: string): string {
  const value = options[name]?.trim() ?? '';
  if (value === '') throw new StackError(`--${name} is missing`);
  return value;
}

/** The option `--email` in lower case. @throws StackError when it is no email address. */
export function requiredEmail(options: Readonly<Record<string, string>>): string {
  const email = emailSchema.safeParse(required(options, 'email'));
  if (!email.success) throw new StackError(`--email is not an email address: ${options.email}`);
  return email.data.toLowerCase();
}
