import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import { escapeHtml, headerText, type Mail, plainAddress } from './mail.ts';

export interface AccessLinkMail {
  to: string;
  /** The customer's name. Empty if there is none. */
  name: string;
  rep: { name: string; email: string };
  /** The link itself. Anyone who has it can sign in as the customer. */
  link: string;
  validForSeconds: number;
  expiresAt: Date;
}

const WHEN = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** The mail that brings a customer their link. The link is not in the subject, which lock screens show. */
export function accessLinkMail({ to, name, rep, link, validForSeconds, expiresAt }: AccessLinkMail): Mail {
  const repName = headerText(rep.name);
  const greeting = name === '' ? 'Hello,' : `Hello ${headerText(name)},`;
  const purpose = `Here is your personal link to ${BRAND.name} pricing:`;
  const validity = `It is valid for ${durationWords(validForSeconds)}, until ${WHEN.format(expiresAt)} UTC.`;
  const warning = `The link is for you alone: please do not forward it. Questions? Reply to this mail, and ${repName} will answer.`;
  const signature = `${repName}, ${BRAND.name}`;
  return {
    to,
    replyTo: plainAddress(rep.email),
    subject: `Your access to ${BRAND.name} pricing`,
    text: `${greeting}\n\n${purpose}\n\n${link}\n\n${validity}\n\n${warning}\n\n${signature}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">Your access to pricing</h1>` +
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p><p style="margin:0 0 16px">${escapeHtml(purpose)}</p>` +
      `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>` +
      `<p style="margin:0 0 16px">${escapeHtml(validity)}</p>` +
      `<p style="margin:0 0 16px;color:#5b6673">${escapeHtml(warning)}</p>` +
      `<p style="margin:0">${escapeHtml(signature)}</p></body></html>`,
  };
}
