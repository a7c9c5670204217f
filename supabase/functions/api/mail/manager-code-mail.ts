import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { greeting, letter, type Mail } from './mail.ts';

interface ManagerCodeMail {
  rep: { name: string; email: string };
  code: string;
  validForSeconds: number;
  /** Origin of the site. */
  siteUrl: string;
}

/** The mail that brings a manager the code for Operations. The code is not in the subject, which lock screens show. */
export function managerCodeMail({ rep, code, validForSeconds, siteUrl }: ManagerCodeMail): Mail {
  return {
    to: rep.email,
    subject: `Your ${BRAND.name} code for Operations`,
    ...letter('Your code for Operations', [
      greeting(rep.name),
      `Enter this code to open Operations in the ${BRAND.name} sales portal:`,
      { code },
      `It is valid for ${durationWords(validForSeconds)} and for one use. A newer code replaces it. If you closed the page that asked for it, get another one here:`,
      { link: `${siteUrl}/sales-portal/operations` },
      {
        aside:
          'If you did not ask for it, someone else is signed in with your sales ID. Do not share the code, and ask for a new sales ID.',
      },
      BRAND.name,
    ]),
  };
}
