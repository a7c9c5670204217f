import { durationWords } from '@corvane/shared/lib/duration-words';

/** The address that opens the customer's dialog with the token filled in; opening it does not spend the token. */
export function accessLink(origin: string, token: string): string {
  return `${origin}/comparison?access=${encodeURIComponent(token)}`;
}

interface AccessMail {
  to: string;
  /** '' when the rep left it out. */
  customerName: string;
  repName: string;
  brandName: string;
  link: string;
  validForSeconds: number;
  /** As `formatExactInstant` writes it. */
  accessEnd: string;
}

/** A `mailto:` address (RFC 6068) that opens the rep's mail client with the message written. */
export function accessMailto(mail: AccessMail): string {
  const { to, customerName, repName, brandName, link, validForSeconds, accessEnd } = mail;
  const subject = `Your access to ${brandName} pricing`;
  const body = [
    customerName === '' ? 'Hello,' : `Hello ${customerName},`,
    '',
    `Here is your personal link to ${brandName} pricing:`,
    link,
    '',
    `It is valid for ${durationWords(validForSeconds)}, until ${accessEnd}.`,
    '',
    'Best regards,',
    repName,
  ].join('\r\n');
  // Only `@` may stay as it is in an address; `?` or `&` would otherwise begin another header.
  const address = encodeURIComponent(to).replace('%40', '@');
  return `mailto:${address}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
