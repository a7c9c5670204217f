import { manyLines, oneLine } from '../../../shared/src/lib/plain-text.ts';
import type { StoredSubmission } from './database.ts';
import { escapeHtml, headerText, type Mail, plainAddress } from './mail.ts';

/**
 * The mail that tells the team about a contact or demo request. Rows may be older than the input checks. So each
 * typed text is put on one line, and no field can look like another.
 */
export function contactMail(submission: StoredSubmission, to: string): Mail {
  const name = [submission.first_name, submission.last_name].filter(Boolean).join(' ');
  const kind = submission.project_type === 'demo' ? 'Demo request' : 'Contact request';
  const rows = [
    ['Name', name],
    ['Email', submission.email],
    ['Company', submission.company],
    ['Phone', submission.phone],
    ['Job title', submission.job_title],
    ['Job role', submission.job_role],
    ['Plan', submission.tier],
    ['Came from', submission.source],
    ['Received', submission.created_at],
    ['Reference', submission.id],
  ]
    .map(([label = '', value = '']) => [label, oneLine(value)] as const)
    .filter(([, value]) => value !== '');
  const message = manyLines(submission.message) || '(no message)';

  const cells = rows
    .map(
      ([label, value]) =>
        `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:normal;color:#5b6673">${label}</th>` +
        `<td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  return {
    to,
    replyTo: plainAddress(submission.email),
    subject: headerText(`${kind}: ${name}, ${submission.company}`),
    text: `${kind}\n\n${rows.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${message}\n`,
    html:
      `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#fbfaf7;color:#0e1b2a;` +
      `font:16px/1.5 system-ui,sans-serif"><h1 style="font-size:20px;margin:0 0 16px">${kind}</h1>` +
      `<table style="border-collapse:collapse">${cells}</table>` +
      `<p style="white-space:pre-wrap;margin:16px 0 0">${escapeHtml(message)}</p></body></html>`,
  };
}
