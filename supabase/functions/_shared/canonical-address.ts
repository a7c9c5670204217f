/** Domains that are another name of the same mail service. */
const SAME_DOMAIN: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** The domain in DNS form: lower case, punycode, no dot at its end. */
function canonicalDomain(domain: string): string {
  const name = domain.replace(/\.$/, '');
  const ascii = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
  return SAME_DOMAIN[ascii] ?? ascii;
}

/**
 * One spelling for all addresses that may be the same mailbox: without case, dots and the text after a plus sign. Some
 * providers distinguish these. There, two mailboxes share a limit, which costs little. Only limits use it: mail goes to
 * the address as typed.
 */
export function canonicalAddress(address: string): string {
  const plain = address.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at);
  const mailbox = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${mailbox === '' ? local : mailbox}@${canonicalDomain(plain.slice(at + 1))}`;
}
