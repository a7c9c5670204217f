import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { greeting, headerText, letter, type Mail, plainAddress } from './mail.ts';

interface VerificationMail {
  to: string;
  /** The customer's name as the representative entered it. Empty if there is none. */
  name: string;
  code: string;
  rep: { name: string; email: string };
  validForSeconds: number;
}

/** The mail that brings a customer their code. The code is not in the subject, which lock screens show. */
export function verificationMail({ to, name, code, rep, validForSeconds }: VerificationMail): Mail {
  const repName = headerText(rep.name);
  return {
    to,
    replyTo: plainAddress(rep.email),
    subject: headerText(`Your ${BRAND.name} verification code from ${repName}`),
    ...letter('Your verification code', [
      greeting(name),
      `${repName} wants to show you ${BRAND.name} prices. Please read this code to ${repName}:`,
      { code },
      `It is valid for ${durationWords(validForSeconds)} and for one use. A newer code replaces it.`,
      { aside: `If you are not in touch with ${repName}, ignore this mail and do not share the code.` },
      `${repName}, ${BRAND.name}`,
    ]),
  };
}
