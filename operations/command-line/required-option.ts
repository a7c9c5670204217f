import { emailAddressSchema } from '@corvane/shared/contracts/backend/email-address';
import { namedEmailSchema } from '@corvane/shared/contracts/backend/sales/sales-row';
import { isOneLine } from '@corvane/shared/lib/plain-text';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';

/** @throws UserError when the option was not given, is blank, or is more than one plain line. */
export function required(options: Readonly<Record<string, string>>, name: string): string {
  const value = options[name]?.trim() ?? '';
  if (value === '') throw new UserError(`--${name} is missing`);
  if (!isOneLine(value)) {
    throw new UserError(`--${name} contains line breaks, control characters or invisible characters`);
  }
  return value;
}

/** @throws UserError for what is no id, with the command that lists them. */
export function knownId(written: string, of: string, listedBy: string): string {
  if (z.uuid().safeParse(written).success) return written;
  throw new UserError(`"${written}" is not the id of ${of}. See: ops ${listedBy}`);
}

/** An address to look up, as its mailbox. @throws UserError when it is no email address. */
export function requiredEmail(
  options: Readonly<Record<string, string>>,
  name = 'email',
  schema: ReturnType<typeof namedEmailSchema> = namedEmailSchema(),
): string {
  const email = schema.safeParse(required(options, name));
  if (!email.success) throw new UserError(`--${name} is not an email address: ${options[name]}`);
  return email.data;
}

/** An address to store or to mail, as its mailbox. @throws UserError when it is not one mailbox. */
export function newEmail(options: Readonly<Record<string, string>>, name?: string): string {
  return requiredEmail(options, name, emailAddressSchema());
}
