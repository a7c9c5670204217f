import { durationWords } from '@corvane/shared/lib/duration-words';
import { mailto } from '@corvane/shared/lib/mailto';

/** The address that opens the customer's dialog with the token filled in. Opening it does not use up the token. */
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
  /** In the format of `formatExactInstant`. */
  accessEnd: string;
}

/** An address that opens the rep's mail client with the message. */
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
  return mailto(to, { subject, body });
}
