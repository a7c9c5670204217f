import { promiseOf } from '../../../../shared/src/brand/contact-promises.ts';
import { ADDED_FIELDS } from '../../../../shared/src/contracts/backend/contact/contact-form.ts';
import { manyLines, oneLine } from '../../../../shared/src/lib/plain-text.ts';
import { requestReference } from '../../../../shared/src/lib/request-reference.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import { escapeHtml, headerText, type Mail, mailPage, plainAddress } from './mail.ts';

interface ContactMailFacts {
  /** Name of the representative who works on it, for the team. */
  assignedTo?: string | null;
  /** Address of the request in the portal, for that representative. */
  portalPage?: string;
}

/**
 * The mail that tells the team, or the representative who works on it, about a contact or demo request. Rows may be older than the input checks. So each typed
 * text is put on one line, and no field can imitate another.
 */
export function contactMail(
  contactRequest: StoredContactRequest,
  to: string,
  { assignedTo, portalPage }: ContactMailFacts = {},
): Mail {
  const name = [contactRequest.first_name, contactRequest.last_name].filter(Boolean).join(' ');
  const kind = contactRequest.project_type === 'demo' ? 'Demo request' : 'Contact request';
  const promise = promiseOf(contactRequest.source);
  const rows = [
    ['Name', name],
    ['Email', contactRequest.email],
    ['Company', contactRequest.company],
    ...ADDED_FIELDS.map(({ label, column }) => [label, contactRequest[column]]),
    ['Plan', contactRequest.tier],
    promise === undefined ? ['Came from', contactRequest.source] : ['Asked for', promise],
    ['Received', contactRequest.created_at],
    ['Assigned to', assignedTo ?? ''],
    ['In the portal', portalPage],
    ['Reference', `${requestReference(contactRequest.id)} (${contactRequest.id})`],
  ]
    .map(([label = '', value = '']) => [label, oneLine(value)] as const)
    .filter(([, value]) => value !== '');
  const message = manyLines(contactRequest.message) || '(no message)';

  const cells = rows
    .map(
      ([label, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:normal;color:#5b6673">${label}</th>` +
        `<td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  return {
    to,
    replyTo: plainAddress(contactRequest.email),
    subject: headerText(`${kind}: ${name}, ${contactRequest.company}`),
    text: `${kind}\n\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n`,
    html: mailPage(
      kind,
      `<table style="border-collapse:collapse">${cells}</table>` +
        `<p style="white-space:pre-wrap;margin:16px 0 0">${escapeHtml(message)}</p>`,
    ),
  };
}
