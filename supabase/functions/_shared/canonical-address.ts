/** Domains that are another name of one. */
const SAME_DOMAIN: Readonly<Record<string, string>> = { 'googlemail.com': 'gmail.com' };

/** The domain as the DNS has it: lower case, punycode, no dot at its end. */
function canonicalDomain(domain: string): string {
  const name = domain.replace(/\.$/, '');
  const ascii = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
  return SAME_DOMAIN[ascii] ?? ascii;
}

/**
 * One spelling for all addresses that may be one mailbox: without case, dots and the text after a plus sign. Some
 * providers tell these apart. There, two mailboxes share a limit, which costs little. For limits only: mail goes to
 * the address as typed.
 */
export function canonicalAddress(address: string): string {
  const plain = address.normalize('NFKC').toLowerCase();
  const at = plain.lastIndexOf('@');
  const local = plain.slice(0, at);
  const mailbox = local.replace(/\+.*$/, '').replaceAll('.', '');
  return `${mailbox === '' ? local : mailbox}@${canonicalDomain(plain.slice(at + 1))}`;
}
