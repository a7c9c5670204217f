import { mailboxOf } from '../../../shared/src/contracts/backend/email-address.ts';
import { sha256Hex } from './secrets/credential-hash.ts';

/** Domains that are another name of the same mail service. */
const SAME_DOMAIN: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/**
 * One spelling for all addresses that may be the same mailbox: without dots and the text after a plus sign. Some
 * providers distinguish these. There, two mailboxes share a limit, which costs little. Only limits use it: mail goes to
 * the mailbox as entered.
 */
export function canonicalAddress(address: string): string {
  const plain = mailboxOf(address);
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at);
  const domain = plain.slice(at + 1);
  const mailbox = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${mailbox === '' ? local : mailbox}@${SAME_DOMAIN[domain] ?? domain}`;
}

/**
 * The key that limits count an address by: its mailbox in one spelling, hashed. The address itself is not stored. The
 * database makes the same: `private.mailbox_hash`.
 */
export async function mailboxHash(email: string): Promise<string> {
  return sha256Hex(canonicalAddress(email));
}
