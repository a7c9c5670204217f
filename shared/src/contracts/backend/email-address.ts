import { MAILBOX } from '../../lib/mailbox.ts';
import { oneLine } from '../../lib/plain-text.ts';
import { z } from '../../lib/zod.ts';
import { EMAIL_MAX } from './browser-limits.ts';

/** Signs, raised letters and digits, icons. NFKC would make letters of some, as of ™. */
const SIGN = /[¢-¶¸-¾ʰ-ʸˠ-ˤᴬ-ᶿ⁰-⯿㈀-㏿\uE000-\uF8FF\uFFFC\uFFFD\u{1F000}-\u{1FAFF}]|[\uFE0E\uFE0F]/gu;

/** A longer text is no address, however much of it is taken off. */
const LONGEST_COPIED = 1_000;

/** The domain as DNS has it. A text that cannot be one stays as it is. */
function dnsName(domain: string): string {
  // No name has quotes, brackets or commas, and some characters would end it in a URL.
  if (/^[\x21-\x7e]*$|\s|(?![-.·׳״・。])\p{P}/u.test(domain) || !URL.canParse(`http://${domain}`))
    return domain;
  return new URL(`http://${domain}`).hostname;
}

/**
 * The one spelling of a mailbox, in which it is stored and compared: lower case, characters composed, the domain as DNS
 * has it. What is copied along with an address is taken off, such as `mailto:`, a name and angle brackets, a comma.
 * `private.mailbox` in the database spells the same.
 */
export function mailboxOf(text: string): string {
  if (text.length > LONGEST_COPIED) return text;
  const address = oneLine(text)
    .replace(SIGN, ' ')
    .normalize('NFKC')
    .replace(/^[^<>]*<([^<>]*@[^<>]*)>[^@]*$/u, '$1')
    .replace(/^\s*mailto:\/*([^?]*).*$/iu, '$1')
    .replace(/^(?:(?![!#%&/?_.@-])[\s\p{P}<`|])+|[\s\p{P}`<>|=+~$^]+$/gu, '')
    .toLowerCase();
  const domainAt = address.lastIndexOf('@') + 1;
  return address.slice(0, domainAt) + dnsName(address.slice(domainAt));
}

/** Whether mail goes to this one mailbox and no other. */
export function isMailbox(text: string): boolean {
  return text.length <= EMAIL_MAX && MAILBOX.test(text);
}

const INVALID = 'Please enter a valid email address';

/** An address to store or to mail, as its mailbox. @param missing what an empty field is told */
export function emailAddressSchema(missing = INVALID) {
  return z
    .string()
    .check(
      z.overwrite(mailboxOf),
      z.minLength(1, missing),
      z.maxLength(EMAIL_MAX, INVALID),
      z.regex(MAILBOX, INVALID),
    );
}

/** An address to look up, as its mailbox. An earlier rule may have let it in. */
export function knownEmailSchema() {
  return z.string().check(z.overwrite(mailboxOf), z.minLength(3), z.maxLength(EMAIL_MAX));
}
