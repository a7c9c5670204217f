import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { OWNER_FACTS } from '../../../../shared/src/brand/owner-facts.ts';
import { requestReference } from '../../../../shared/src/lib/request-reference.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { escapeHtml, headerText, type Mail, plainAddress } from './mail.ts';

/** The mail that tells a sender that their request has arrived. It contains only our own words. */
export function contactConfirmationMail(
  { id, email, project_type }: StoredContactRequest,
  { contactNotifyTo }: Pick<FunctionDeps['config'], 'contactNotifyTo'>,
): Mail {
  const title = project_type === 'demo' ? 'Your demo request has arrived' : 'Your request has arrived';
  const next = `A person answers you ${OWNER_FACTS.answersWithin}. To add something, reply to this mail.`;
  const reference = `Reference: ${requestReference(id)}`;
  const warning = `If you did not write to ${BRAND.name}, someone entered your address by mistake. You can ignore this mail.`;
  return {
    to: email,
    replyTo: plainAddress(contactNotifyTo),
    subject: headerText(`${title} at ${BRAND.name}`),
    text: `${title}.\n\n${next}\n\n${reference}\n\n${warning}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">${title}</h1>` +
      `<p style="margin:0 0 16px">${next}</p><p style="margin:0 0 16px">${reference}</p>` +
      `<p style="margin:0;color:#5b6673">${escapeHtml(warning)}</p></body></html>`,
  };
}
