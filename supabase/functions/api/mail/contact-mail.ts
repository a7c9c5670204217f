import { promiseOf } from '../../../../shared/src/brand/contact-promises.ts';
import { ADDED_FIELDS } from '../../../../shared/src/contracts/backend/contact/contact-form.ts';
import { billedPlan } from '../../../../shared/src/contracts/backend/prices/billed-plan.ts';
import { mailto } from '../../../../shared/src/lib/mailto.ts';
import { manyLines, oneLine } from '../../../../shared/src/lib/plain-text.ts';
import { requestReference } from '../../../../shared/src/lib/request-reference.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import {
  escapeHtml,
  headerText,
  type Mail,
  MUTED,
  mailLink,
  mailPage,
  mailTime,
  plainAddress,
} from './mail.ts';

interface ContactMailFacts {
  /** Name of the representative who works on it, for the team. */
  assignedTo?: string | null;
  /** That representative's, if it is known. The team has none. */
  timeZone?: string | null;
  /** Address of the request in the portal. */
  portalPage: string;
}

/**
 * The mail that tells the team, or the representative who works on it, about a contact or demo request. Rows may be
 * older than the input checks. So each typed text is put on one line, and no field can imitate another.
 */
export function contactMail(
  contactRequest: StoredContactRequest,
  to: string,
  { assignedTo, timeZone = null, portalPage }: ContactMailFacts,
): Mail {
  const name = [contactRequest.firstName, contactRequest.lastName].filter(Boolean).join(' ');
  const kind = contactRequest.projectType === 'demo' ? 'Demo request' : 'Contact request';
  const promise = promiseOf(contactRequest.source);
  const rows = [
    ['Name', name],
    ['Email', contactRequest.email],
    ['Company', contactRequest.company],
    ...ADDED_FIELDS.map(({ label, name }) => [label, contactRequest[name]]),
    ['Plan', billedPlan(contactRequest.tier, contactRequest.billing)],
    promise === undefined ? ['Came from', contactRequest.source] : ['Asked for', promise],
    ['Received', mailTime(contactRequest.createdAt, timeZone)],
    ['Assigned to', assignedTo ?? ''],
    ['In the portal', portalPage],
    ['Reference', `${requestReference(contactRequest.id)} (${contactRequest.id})`],
  ]
    .map(([label = '', value = '']) => [label, oneLine(value)] as const)
    .filter(([, value]) => value !== '');
  const message = manyLines(contactRequest.message) || '(no message)';

  const address = plainAddress(contactRequest.email);
  const links = new Map([
    ['Email', address && mailto(address)],
    ['In the portal', portalPage],
  ]);
  const cellOf = (label: string, value: string) => {
    const link = links.get(label);
    return link === undefined ? escapeHtml(value) : mailLink(link, value);
  };
  const cells = rows
    .map(
      ([label, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:normal;${MUTED}">${label}</th>` +
        `<td style="padding:4px 0">${cellOf(label, value)}</td></tr>`,
    )
    .join('');
  return {
    to,
    replyTo: address,
    subject: headerText(`${kind}: ${name}, ${contactRequest.company}`),
    text: `${kind}\n\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n`,
    html: mailPage(
      kind,
      `<table style="border-collapse:collapse">${cells}</table>` +
        `<p style="white-space:pre-wrap;margin:16px 0 0">${escapeHtml(message)}</p>`,
    ),
  };
}
