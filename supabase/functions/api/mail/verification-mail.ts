import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { escapeHtml, headerText, type Mail, plainAddress } from './mail.ts';

interface VerificationMail {
  to: string;
  /** The customer's name as the representative entered it. Empty if there is none. */
  name: string;
  code: string;
  rep: { name: string; email: string };
  validForSeconds: number;
}

/** The mail that brings a customer their code. The code is not in the subject, which lock screens show. */
export function verificationMail(verification: VerificationMail): Mail {
  const { to, name, code, rep, validForSeconds } = verification;
  const greeting = name === '' ? 'Hello,' : `Hello ${headerText(name)},`;
  const repName = headerText(rep.name);
  const purpose = `${repName} wants to show you ${BRAND.name} prices. Please read this code to ${repName}:`;
  const validity = `It is valid for ${durationWords(validForSeconds)} and for one use. A newer code replaces it.`;
  const warning = `If you are not in touch with ${repName}, ignore this mail and do not share the code.`;
  const signature = `${repName}, ${BRAND.name}`;
  return {
    to,
    replyTo: plainAddress(rep.email),
    subject: headerText(`Your ${BRAND.name} verification code from ${repName}`),
    text: `${greeting}\n\n${purpose}\n\n    ${code}\n\n${validity}\n\n${warning}\n\n${signature}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">Your verification code</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0">${escapeHtml(purpose)}</p>` +
      `<p style="margin:16px 0;font-size:32px;font-weight:600;letter-spacing:4px">${code}</p>` +
      `<p style="margin:0 0 16px">${validity}</p><p style="margin:0 0 16px;color:#5b6673">${escapeHtml(warning)}</p>` +
      `<p style="margin:0">${escapeHtml(signature)}</p></body></html>`,
  };
}
