import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { escapeHtml, headerText, type Mail } from './mail.ts';

interface ManagerCodeMail {
  rep: { name: string; email: string };
  code: string;
  validForSeconds: number;
}

/** The mail that brings a manager the code for Operations. The code is not in the subject, which lock screens show. */
export function managerCodeMail({ rep, code, validForSeconds }: ManagerCodeMail): Mail {
  const greeting = `Hello ${headerText(rep.name)},`;
  const purpose = `Enter this code to open Operations in the ${BRAND.name} sales portal:`;
  const validity = `It is valid for ${durationWords(validForSeconds)} and for one use. A newer code replaces it.`;
  const warning =
    'If you did not ask for it, someone else is signed in with your sales ID. Do not share the code, and ask for a new sales ID.';
  return {
    to: rep.email,
    subject: `Your ${BRAND.name} code for Operations`,
    text: `${greeting}\n\n${purpose}\n\n    ${code}\n\n${validity}\n\n${warning}\n\n${BRAND.name}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">Your code for Operations</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0">${escapeHtml(purpose)}</p>` +
      `<p style="margin:16px 0;font-size:32px;font-weight:600;letter-spacing:4px">${code}</p>` +
      `<p style="margin:0 0 16px">${validity}</p><p style="margin:0 0 16px;color:#5b6673">${escapeHtml(warning)}</p>` +
      `<p style="margin:0">${escapeHtml(BRAND.name)}</p></body></html>`,
  };
}
